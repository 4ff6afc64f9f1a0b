"""The documents of the people's questions: 30 contracts nobody trained on, 40 UK rules and guides.

PYTHONPATH=. python benchmarks/people_corpus.py --data ../shared/data --to FOLDER

The contracts are dev documents of `training/`; none is in LegalBench-RAG-mini. A rule's record is written as one text
file, its parts joined and the lines that announce each part left out. The guides are copied as PDF.
"""

import argparse
import json
import re
import shutil
from pathlib import Path

CONTRACTS = """
cuad/ADAMSGOLFINC_03_21_2005-EX-10.17-ENDORSEMENT AGREEMENT
cuad/AIRSPANNETWORKSINC_04_11_2000-EX-10.5-Distributor Agreement
cuad/AIRTECHINTERNATIONALGROUPINC_05_08_2000-EX-10.4-FRANCHISE AGREEMENT
cuad/AMERICASSHOPPINGMALLINC_12_10_1999-EX-10.2-SITE DEVELOPMENT AND HOSTING AGREEMENT
cuad/BIOCEPTINC_08_19_2013-EX-10-COLLABORATION AGREEMENT
cuad/CENTRACKINTERNATIONALINC_10_29_1999-EX-10.3-WEB SITE HOSTING AGREEMENT
cuad/CHAPARRALRESOURCESINC_03_30_2000-EX-10.66-TRANSPORTATION CONTRACT
cuad/CnsPharmaceuticalsInc_20200326_8-K_EX-10.1_12079626_EX-10.1_Development Agreement
cuad/DRKOOPCOMINC_04_21_1999-EX-10.28-SPONSORSHIP AGREEMENT
cuad/ELFBEAUTY,INC_07_02_2020-EX-10.1-COOPERATION AGREEMENT
cuad/EcoScienceSolutionsInc_20171117_8-K_EX-10.1_10956472_EX-10.1_Endorsement Agreement
cuad/FuseMedicalInc_20190321_10-K_EX-10.43_11575454_EX-10.43_Distributor Agreement
cuad/GAINSCOINC_01_21_2010-EX-10.41-SPONSORSHIP AGREEMENT
cuad/GLOBALTECHNOLOGIESLTD_06_08_2020-EX-10.16-CONSULTING AGREEMENT
cuad/GopageCorp_20140221_10-K_EX-10.1_8432966_EX-10.1_Content License Agreement
cuad/IMAGEWARESYSTEMSINC_12_20_1999-EX-10.22-MAINTENANCE AGREEMENT
cuad/IpassInc_20181203_8-K_EX-99.1_11445874_EX-99.1_Reseller Agreement
cuad/KIROMICBIOPHARMA,INC_05_11_2020-EX-10.23-CONSULTING AGREEMENT
cuad/NOVOINTEGRATEDSCIENCES,INC_12_23_2019-EX-10.1-JOINT VENTURE AGREEMENT
cuad/OAKTREECAPITALGROUP,LLC_03_02_2020-EX-10.8-Services Agreement
cuad/OPERALTD_04_30_2020-EX-4.14-SERVICE AGREEMENT
cuad/SANDRIDGEENERGYINC_08_06_2009-EX-10.6-OPERATIONS AND MAINTENANCE AGREEMENT
cuad/SouthernStarEnergyInc_20051202_SB-2A_EX-9_801890_EX-9_Affiliate Agreement
cuad/VAPOTHERM, INC. - Manufacturing and Supply Agreement
cuad/WebmdHealthCorp_20050908_S-1A_EX-10.7_1027007_EX-10.7_Content License Agreement
cuad/ZtoExpressCaymanInc_20160930_F-1_EX-10.10_9752871_EX-10.10_Transportation Agreement
contractnli/01_Bosch-Automotive-Service-Solutions-Mutual-Non-Disclosure-Agreement-7-12-17
contractnli/NDA-for-Gar-Kenyon-Suppliers
contractnli/simply-fashion---standard-nda
maud/Zix_Corporation_Open_Text_Corporation
""".strip().splitlines()
RULES = """
Part 1|Part 2|Part 3|Part 6|Part 7|Part 11|Part 12|Part 14|Part 15|Part 16|Part 20|Part 21|Part 23|Part 24|Part 25
Part 26|Part 31|Part 32|Part 35|Part 36|Part 38|Part 44|Part 52
Practice Direction 6A|Practice Direction 7A|Practice Direction 16|Practice Direction 22|Practice Direction 23A
Practice Direction 26|Practice Direction 31B|Practice Direction 32|Practice Direction 35|Practice Direction 36
Practice Direction 44|Practice Direction 52C
""".strip()
RULE = re.compile(r"\ADocument: [^\n]*\n(?:Part \d+ of \d+\n)?=+\n")


def rule_text(path: Path) -> str:
    """Join the parts of a rule's record into one text."""
    record = json.loads(path.read_text("utf-8"))
    parts = [part["content"] for part in record.get("chunks") or []] or [record["content"]]
    return "\n\n".join(RULE.sub("", part.replace("\r\n", "\n")).strip() for part in parts) + "\n"


def write_corpus(data: Path, folder: Path) -> None:
    """Write every document of the questions below a folder."""
    for name in CONTRACTS:
        source = data / "legalbenchrag" / "corpus" / f"{name}.txt"
        target = folder / "contracts" / source.name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    for name in RULES.replace("\n", "|").split("|"):
        target = folder / "uk" / f"{name}.txt"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(rule_text(data / "uk_cpr" / "rules" / f"{name}.json"), "utf-8")
    for source in sorted((data / "uk_cpr" / "court_guides_pdf").glob("*.pdf")):
        shutil.copyfile(source, folder / "uk" / source.name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()
    write_corpus(arguments.data, arguments.to)


if __name__ == "__main__":
    main()
