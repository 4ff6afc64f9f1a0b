"""The documents of the people's questions: 30 contracts nobody trained on, 40 UK rules and guides.

PYTHONPATH=. python benchmarks/people_corpus.py --data ../shared/data --to FOLDER

The contracts are dev documents of `training/`; none is in LegalBench-RAG-mini. A rule's record is written as one text
file, its parts joined and the lines that announce each part left out. The guides are copied as PDF.
"""

import argparse
import json
import re
import shutil
from collections.abc import Iterable
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
# Smaller sets, each a collection of its own: testers who knew neither the product nor the other questions wrote them.
MORE = {
    "contracts-2": """
cuad/DUOSTECHNOLOGIESGROUP,INC_04_21_2009-EX-10.1-STRATEGIC ALLIANCE AGREEMENT
cuad/DYNAMEXINC_06_06_1996-EX-10.4-TRANSPORTATION SERVICES AGREEMENT
cuad/DeltathreeInc_19991102_S-1A_EX-10.19_6227850_EX-10.19_Co-Branding Agreement_ Service Agreement
cuad/HOLIDAYRVSUPERSTORESINC_04_15_2002-EX-10.13-ENDORSEMENT AGREEMENT
cuad/HealthcareIntegratedTechnologiesInc_20190812_8-K_EX-10.1_11776966_EX-10.1_Reseller Agreement
cuad/IGENEBIOTECHNOLOGYINC_05_13_2003-EX-1-JOINT VENTURE AGREEMENT
contractnli/Kenway-NDA-Form-Blank
cuad/Loop Industries, Inc. - Marketing Agreement
contractnli/Mutual-Non-Disclosure-Agreement-Inventor-Product-Development-Experts-Inc.
cuad/ON2TECHNOLOGIES,INC_11_17_2006-EX-10.3-SUPPORT AND MAINTENANCE AGREEMENT
maud/VEREIT_Realty_Income_Corporation.pdf||VEREIT_Realty_Income_Corporation Amendment No.1
cuad/WESTERN COPPER - NON-COMPETITION AGREEMENT
contractnli/sample-nrel-bilateral-nda-template
""".strip().splitlines(),
    "uk-2": """
Part 41
Part 48
Part 56
Part 70
Part 71
Part 82
Part 89
Practice Direction 1A
Practice Direction 27A
Practice Direction 29
Practice Direction 3C
Practice Direction 40F
Practice Direction 42
Practice Direction 46
Practice Direction 48
Practice Direction 53B
Practice Direction 54B
Practice Direction 66
Practice Direction 73
Practice Direction 74A
Practice direction 49D
Practice direction relating to the use of of the Welsh language in cases in the civil courts in or h
""".strip().splitlines(),
    "contracts-3": """
cuad/ArcGroupInc_20171211_8-K_EX-10.1_10976103_EX-10.1_Sponsorship Agreement
cuad/CANOPETROLEUM,INC_12_13_2007-EX-10.1-Sponsorship Agreement
contractnli/ExcelerateStandardNDAFormat
contractnli/FNHA-2019RFP-02-NDA-form
cuad/GluMobileInc_20070319_S-1A_EX-10.09_436630_EX-10.09_Content License Agreement4
cuad/HPILHOLDING_01_07_2015-EX-99.1-COOPERATION AGREEMENT
cuad/KINGPHARMACEUTICALSINC_08_09_2006-EX-10.1-PROMOTION AGREEMENT
contractnli/NDA-Seeed
contractnli/NDA_ResConnect
cuad/PREMIERBIOMEDICALINC_05_14_2020-EX-10.2-INTELLECTUAL PROPERTY AGREEMENT
cuad/PenntexMidstreamPartnersLp_20150416_S-1A_EX-10.4_9042833_EX-10.4_Transportation Agreement
cuad/THERAVANCEBIOPHARMA,INC_05_08_2020-EX-10.2-SERVICE AGREEMENT
cuad/UnionDentalHoldingsInc_20050204_8-KA_EX-10_3345577_EX-10_Affiliate Agreement
cuad/VITAMINSHOPPECOMINC_09_13_1999-EX-10.26-SPONSORSHIP AGREEMENT
maud/WPX Energy, Inc._Devon Energy Corporation
""".strip().splitlines(),
    "uk-3": """
Directors Disqualification Proceedings
Part 22
Part 34
Part 45
Part 46
Part 47
Part 53
Part 58
Part 65
Part 66
Part 76
Part 81
Practice Direction 19B
Practice Direction 2B
Practice Direction 31C
Practice Direction 34A
Practice Direction 49H
Practice Direction 56
Practice Direction 57B
Practice Direction 57C
Practice Direction 84
Practice direction 49F
""".strip().splitlines(),
    "contracts-4": """
cuad/ENTERPRISEPRODUCTSPARTNERSLP_07_08_1998-EX-10.3-TRANSPORTATION CONTRACT
cuad/GOCALLINC_03_30_2000-EX-10.7-Promotion Agreement
cuad/HYDRONTECHNOLOGIESINC_03_31_1997-EX-10.47-SPONSORSHIP AGREEMENT
cuad/InnerscopeHearingTechnologiesInc_20181109_8-K_EX-10.6_11419704_EX-10.6_Distributor Agreement
cuad/MANAKOASERVICESCORP_11_21_2007-EX-7.5-STRATEGIC ALLIANCE AGREEMENT
cuad/NakedBrandGroupInc_20150731_POS AM (on S-1)_EX-10.75_9196027_EX-10.75_Endorsement Agreement
cuad/OPTIMIZEDTRANSPORTATIONMANAGEMENT,INC_07_26_2000-EX-6.6-DISTRIBUTOR AGREEMENT
maud/Perspecta Inc._Veritas Capital
cuad/SEPARATEACCOUNTIIOFAGL_05_02_2011-EX-99.(J)(4)-UNCONDITIONAL CAPITAL MAINTENANCE AGREEMENT
cuad/TRUENORTHENERGYCORP_02_08_2007-EX-10.1-DEVELOPMENT AGREEMENT
cuad/TheglobeComInc_19990503_S-1A_EX-10.20_5416126_EX-10.20_Co-Branding Agreement
cuad/UsioInc_20040428_SB-2_EX-10.11_1723988_EX-10.11_Affiliate Agreement 2
contractnli/WECC_Confidentiality_Agreement
contractnli/oceaneering-non-disclosure-agreement
""".strip().splitlines(),
    "uk-4": """
Devolution Issues and Crown Office Applications in Wales (English)
Devolution Issues and Crown Office Applications in Wales (Welsh)
Part 28
Part 30
Part 33
Part 42
Part 69
Part 72
Part 73
Part 75
Part 80
Practice Direction 3E
Practice Direction 49A
Practice Direction 52E
Practice Direction 54C
Practice Direction 55C
Practice Direction 57
Practice Direction 5B
Practice Direction 63A
Practice Direction 70B
""".strip().splitlines(),
    "contracts-5": """
cuad/ASIANDRAGONGROUPINC_08_11_2005-EX-10.5-Reseller Agreement
cuad/BNCMORTGAGEINC_05_17_1999-EX-10.4-LICENSING AND WEB SITE HOSTING AGREEMENT
cuad/CHEETAHMOBILEINC_04_22_2014-EX-10.43-Cooperation Agreement
cuad/CHINARECYCLINGENERGYCORP_11_14_2013-EX-10.6-Cooperation Agreement
cuad/ENTERTAINMENTGAMINGASIAINC_02_15_2005-EX-10.5-DISTRIBUTOR AGREEMENT
maud/MTS Systems Corporation_Amphenol Corporation
cuad/SECURIANFUNDSTRUST_05_01_2012-EX-99.28.H.9-NET INVESTMENT INCOME MAINTENANCE AGREEMENT
cuad/UAGHINC_04_14_2004-EX-10.18-MAINTENANCE AGREEMENT
contractnli/UALR-Standard-Non-disclosure-AgreementTemplate
cuad/VARIABLESEPARATEACCOUNT_04_30_2014-EX-13.C-UNCONDITIONAL CAPITAL MAINTENANCE AGREEMENT
cuad/VEONEER,INC_02_21_2020-EX-10.11-JOINT VENTURE AGREEMENT
cuad/VnueInc_20150914_8-K_EX-10.1_9259571_EX-10.1_Promotion Agreement
contractnli/khronos-mutual-nda
""".strip().splitlines(),
    "uk-5": """
Insolvency Proceedings
PRACTICE DIRECTION 5C
Part 10
Part 19
Part 29
Part 54
Part 62
Part 67
Part 84
Part 87
Practice Direction 20
Practice Direction 2F
Practice Direction 3A
Practice Direction 40B
Practice Direction 40E
Practice Direction 47
Practice Direction 54A
Practice Direction 58
Practice Direction 60
Practice Direction 62
Practice Direction 64A
Practice Direction 67
Practice Direction 69
Practice Direction 70A
Practice Direction 77
Temporary insolvency practice direction supporting the insolvency practice direction
""".strip().splitlines(),
    "contracts-6": """
contractnli/AGProjects-NDA
contractnli/Evelozcity%20OESA%20NDA
contractnli/HNBA-2017-18-Confidentiality-Agreement
contractnli/IPTK-CO-MutualNon-DisclosureAgreement
contractnli/SE_NDCA_and_PRE-QUAL_PACKAGE_March-2016
cuad/ALCOSTORESINC_12_14_2005-EX-10.26-AGENCY AGREEMENT
cuad/BICYCLETHERAPEUTICSPLC_03_10_2020-EX-10.11-SERVICE AGREEMENT
cuad/FLOTEKINDUSTRIESINCCN_05_09_2019-EX-10.1-SUPPLY AGREEMENT
cuad/MJBIOTECH,INC_12_06_2018-EX-99.01-JOINT VENTURE AGREEMENT
cuad/PapaJohnsInternationalInc_20190617_8-K_EX-10.1_11707365_EX-10.1_Endorsement Agreement
cuad/PcquoteComInc_19990721_S-1A_EX-10.11_6377149_EX-10.11_Co-Branding Agreement1
cuad/RgcResourcesInc_20151216_8-K_EX-10.3_9372751_EX-10.3_Franchise Agreement
cuad/SUCAMPOPHARMACEUTICALS,INC_11_04_2015-EX-10.2-STRATEGIC ALLIANCE AGREEMENT
maud/Kentucky_Bancshares_Stock_Yards_Bancorp
privacy_qa/Groupon
privacy_qa/Viber Messenger
""".strip().splitlines(),
    "uk-6": """
Part 40
Part 55
Part 83
Part 85
Part 86
Part 88
Part 9
Part 59
Part 50
Part 49
Practice Direction 17
Practice Direction 18
Practice Direction 19A
Practice Direction 28
Practice Direction 2A
Practice Direction 2C
Practice Direction 2E
Practice Direction 30
Practice Direction 31A
Practice Direction 33
Practice Direction 34B
Practice Direction 37
Practice Direction 3B
Practice Direction 3D
Practice Direction 3F
Practice Direction 40A
Practice Direction 40D
Practice Direction 41A
Practice Direction 45
Practice Direction 52A
Practice Direction 52B
Practice Direction 52D
Practice Direction 55A
Practice Direction 55B
Practice Direction 59
Practice Direction 5A
Practice Direction 61
Practice Direction 64B
Practice Direction 65
Practice Direction 6B
Practice Direction 71
Practice Direction 72
Practice Direction 7B
Practice Direction 7C
Practice direction 49B
Part 3
Part 6
Part 7
Part 13
Part 24
Part 25
Part 31
Part 36
Part 44
Part 52
Part 71
Part 81
The-Technology-and-Construction-Court-Guide.pdf
Chancery-Guide-2024-web.pdf
""".strip().splitlines(),
    "contracts-7": """
privacy_qa/23andMe
cuad/BONTONSTORESINC_04_20_2018-EX-99.3-AGENCY AGREEMENT
privacy_qa/Fiverr
contractnli/Grindrod%20SA%20Confidentiality%20and%20Non-Disclosure%20Undertaking
contractnli/IBC-PMS-NDA-agreement
privacy_qa/Keep
maud/QAD Inc._Thoma Bravo, L.P.
contractnli/VELCO%20NDA%20rev0%20Dec%2014%202015
privacy_qa/Wordscapes
contractnli/ceii-and-nda
contractnli/nda_form_motorola
""".strip().splitlines(),
    "uk-7": """
Devolution Issues and Crown Office Applications in Wales (English)
Directors Disqualification Proceedings
Insolvency Proceedings
Part 28
Part 29
Part 45
Part 56
Part 58
Part 62
Part 65
Part 69
Part 71
Part 75
Part 81
Part 82
Part 84
Practice Direction 1A
Practice Direction 2F
Practice Direction 31C
Practice Direction 34A
Practice Direction 40B
Practice Direction 49A
Practice Direction 49H
Practice Direction 53B
Practice Direction 54B
Practice Direction 54C
Practice Direction 57C
Practice Direction 58
Practice Direction 5B
Practice Direction 64A
Practice Direction 70A
Practice Direction 70B
Practice Direction 77
Practice Direction 84
Practice direction relating to the use of of the Welsh language in cases in the civil courts in or h
Temporary insolvency practice direction supporting the insolvency practice direction
""".strip().splitlines(),
    "contracts-8": """
cuad/AIRTECHINTERNATIONALGROUPINC_05_08_2000-EX-10.4-FRANCHISE AGREEMENT
cuad/AMERICASSHOPPINGMALLINC_12_10_1999-EX-10.2-SITE DEVELOPMENT AND HOSTING AGREEMENT
cuad/CHAPARRALRESOURCESINC_03_30_2000-EX-10.66-TRANSPORTATION CONTRACT
cuad/DYNAMEXINC_06_06_1996-EX-10.4-TRANSPORTATION SERVICES AGREEMENT
cuad/GAINSCOINC_01_21_2010-EX-10.41-SPONSORSHIP AGREEMENT
cuad/IGENEBIOTECHNOLOGYINC_05_13_2003-EX-1-JOINT VENTURE AGREEMENT
cuad/IpassInc_20181203_8-K_EX-99.1_11445874_EX-99.1_Reseller Agreement
contractnli/Kenway-NDA-Form-Blank
cuad/Loop Industries, Inc. - Marketing Agreement
cuad/NakedBrandGroupInc_20150731_POS AM (on S-1)_EX-10.75_9196027_EX-10.75_Endorsement Agreement
maud/Select_Bancorp_Inc_First_Bancorp
cuad/TRUENORTHENERGYCORP_02_08_2007-EX-10.1-DEVELOPMENT AGREEMENT
cuad/VAPOTHERM, INC. - Manufacturing and Supply Agreement
cuad/WESTERN COPPER - NON-COMPETITION AGREEMENT
contractnli/oceaneering-non-disclosure-agreement
contractnli/sample-nrel-bilateral-nda-template
""".strip().splitlines(),
    # Seven of the sixty of this set stand in for documents that no question needs and whose names were not kept.
    "uk-8": """
14.341_JO_Commercial_Court_Guide_FINAL.pdf
35.16_JO_Kings_Bench_Division_Guide_2025_WEB4.pdf
Part 1
Part 11
Part 12
Part 13
Part 16
Part 18
Part 19
Part 2
Part 20
Part 22
Part 23
Part 26
Part 28
Part 3
Part 30
Part 31
Part 32
Part 33
Part 34
Part 36
Part 37
Part 38
Part 39
Part 40
Part 42
Part 44
Part 46
Part 47
Part 52
Part 54
Part 55
Part 57
Part 6
Part 63
Part 64
Part 7
Part 72
Part 74
Part 8
Patents-Court-Guide-Updated-February-2025.pdf
Practice Direction 16
Practice Direction 22
Practice Direction 23A
Practice Direction 26
Practice Direction 27A
Practice Direction 31B
Practice Direction 32
Practice Direction 35
Practice Direction 3A
Practice Direction 44
Practice Direction 51Z
Practice Direction 52B
Practice Direction 52C
Practice Direction 54A
Practice Direction 55A
Practice Direction 57A
Practice Direction 70A
Practice Direction 7A
""".strip().splitlines(),
    "contracts-9": """
contractnli/ExcelerateStandardNDAFormat
contractnli/HNBA-2017-18-Confidentiality-Agreement
contractnli/WECC_Confidentiality_Agreement
contractnli/khronos-mutual-nda
cuad/ALCOSTORESINC_12_14_2005-EX-10.26-AGENCY AGREEMENT
cuad/CHINARECYCLINGENERGYCORP_11_14_2013-EX-10.6-Cooperation Agreement
cuad/ENTERPRISEPRODUCTSPARTNERSLP_07_08_1998-EX-10.3-TRANSPORTATION CONTRACT
cuad/HPILHOLDING_01_07_2015-EX-99.1-COOPERATION AGREEMENT
cuad/KINGPHARMACEUTICALSINC_08_09_2006-EX-10.1-PROMOTION AGREEMENT
cuad/MJBIOTECH,INC_12_06_2018-EX-99.01-JOINT VENTURE AGREEMENT
cuad/PenntexMidstreamPartnersLp_20150416_S-1A_EX-10.4_9042833_EX-10.4_Transportation Agreement
cuad/VARIABLESEPARATEACCOUNT_04_30_2014-EX-13.C-UNCONDITIONAL CAPITAL MAINTENANCE AGREEMENT
maud/VEREIT_Realty_Income_Corporation.pdf||VEREIT_Realty_Income_Corporation Amendment No.1
privacy_qa/23andMe
privacy_qa/Keep
privacy_qa/Viber Messenger
""".strip().splitlines(),
    "uk-9": """
14.341_JO_Commercial_Court_Guide_FINAL.pdf
Application for a Warrant under The Competition Act 1998 or Part 1 of the Digital Markets, Competiti
Chancery-Guide-2024-web.pdf
Cyfarwyddyd Ymarfer 54A
Cyfarwyddyd Ymarfer 54B
Cyfarwyddyd Ymarfer 54D
Devolution Issues and Crown Office Applications in Wales (Welsh)
Part 1
Part 11
Part 12
Part 14
Part 19
Part 2
Part 23
Part 25
Part 28
Part 3
Part 30
Part 31
Part 36
Part 39
Part 46
Part 47
Part 48
Part 49
Part 52
Part 55
Part 62
Part 65
Part 68
Part 77
Part 80
Part 89
Practice Direction
Practice Direction 18
Practice Direction 20
Practice Direction 23A
Practice Direction 26
Practice Direction 2C
Practice Direction 34B
Practice Direction 37
Practice Direction 3A
Practice Direction 40E
Practice Direction 47
Practice Direction 49A
Practice Direction 51R
Practice Direction 51Y
Practice Direction 54A
Practice Direction 57B
Practice Direction 5A
Practice Direction 62
Practice Direction 65
Practice Direction 70A
Practice Direction 83
Practice direction 49B
Practice direction 49E
Practice direction 49F
Practice direction relating to the use of of the Welsh language in cases in the civil courts in or h
Temporary insolvency practice direction supporting the insolvency practice direction
The-Technology-and-Construction-Court-Guide.pdf
""".strip().splitlines(),
    "contracts-10": """
contractnli/NDA_Street_Stream_Franchise
contractnli/stony_hill_buyer_nda
cuad/ADUROBIOTECH,INC_06_02_2020-EX-10.7-CONSULTING AGREEMENT
cuad/AMBASSADOREYEWEARGROUPINC_11_17_1997-EX-10.28-ENDORSEMENT AGREEMENT
cuad/BellringBrandsInc_20190920_S-1_EX-10.12_11817081_EX-10.12_Manufacturing Agreement2
cuad/CHIPMOSTECHNOLOGIESBERMUDALTD_04_18_2016-EX-4.72-Strategic Alliance Agreement
cuad/INTERNATIONALFASTFOODCORP_04_04_1997-EX-99-FRANCHISE AGREEMENT
cuad/JOINTCORP_09_19_2014-EX-10.15-FRANCHISE AGREEMENT
cuad/MusclepharmCorp_20170208_10-KA_EX-10.38_9893581_EX-10.38_Co-Branding Agreement
cuad/NYLIACVARIABLEANNUITYSEPARATEACCOUNTIII_04_10_2020-EX-99.8.KK-SERVICE AGREEMENT
cuad/ParatekPharmaceuticalsInc_20170505_10-KA_EX-10.29_10323872_EX-10.29_Outsourcing Agreement
cuad/UpjohnInc_20200121_10-12G_EX-2.6_11948692_EX-2.6_Manufacturing Agreement_ Supply Agreement
cuad/XLITECHNOLOGIES,INC_12_02_2015-EX-10.02-STRATEGIC ALLIANCE AGREEMENT
cuad/ZEBRATECHNOLOGIESCORP_04_16_2014-EX-10.1-INTELLECTUAL PROPERTY AGREEMENT
maud/Glu Mobile Inc._Electronic Arts Inc.
privacy_qa/TickTick: To Do List with Reminder, Day Planner
""".strip().splitlines(),
    "uk-10": """
35.16_JO_Kings_Bench_Division_Guide_2025_WEB4.pdf
Chancery-Guide-2024-web.pdf
Cyfarwyddyd Ymarfer 54C
Devolution Issues and Crown Office Applications in Wales (English)
PRACTICE DIRECTION 5C
Part 10
Part 24
Part 27
Part 56
Part 60
Part 66
Part 69
Part 71
Part 73
Part 75
Part 79
Part 81
Part 82
Part 83
Part 85
Part 86
Part 87
Part 88
Patents-Court-Guide-Updated-February-2025.pdf
Practice Direction 27B
Practice Direction 28
Practice Direction 2B
Practice Direction 2E
Practice Direction 30
Practice Direction 3D
Practice Direction 3E
Practice Direction 40A
Practice Direction 40D
Practice Direction 40F
Practice Direction 41B
Practice Direction 42
Practice Direction 45
Practice Direction 49G
Practice Direction 52A
Practice Direction 54C
Practice Direction 55B
Practice Direction 55C
Practice Direction 56
Practice Direction 57
Practice Direction 5B
Practice Direction 61
Practice Direction 63
Practice Direction 63A
Practice Direction 64A
Practice Direction 64B
Practice Direction 69
Practice Direction 6A
Practice Direction 70B
Practice Direction 71
Practice Direction 72
Practice Direction 73
Practice Direction 74A
Practice Direction 7C
Practice direction 49D
Practice direction 54E
""".strip().splitlines(),
    "contracts-11": """
contractnli/Aspiegel_NDA_template
contractnli/IGC-Non-Disclosure-Agreement-LSE-Sample
contractnli/Model%20NDA%20(recommended%20by%20SWA)
contractnli/Standard%20NDA%20by%20Axial
contractnli/ingram-non-disclosure
contractnli/vmw-certification-conduct-policy
cuad/AzulSa_20170303_F-1A_EX-10.3_9943903_EX-10.3_Maintenance Agreement1
cuad/BerkshireHillsBancorpInc_20120809_10-Q_EX-10.16_7708169_EX-10.16_Endorsement Agreement
cuad/EbixInc_20010515_10-Q_EX-10.3_4049767_EX-10.3_Co-Branding Agreement
cuad/HerImports_20161018_8-KA_EX-10.14_9765707_EX-10.14_Maintenance Agreement
cuad/PFSFUNDS_06_26_2020-EX-99.H OTH MAT CONT-SERVICES AGREEMENT
cuad/TURNKEYCAPITAL,INC_07_20_2017-EX-1.1-Strategic Alliance Agreement
cuad/ThriventVariableInsuranceAccountB_20190701_N-6_EX-99.D(IV)_11720968_EX-99.D(IV)_Endorsement Agreement
cuad/VerizonAbsLlc_20200123_8-K_EX-10.4_11952335_EX-10.4_Service Agreement
maud/Leaf Group Ltd._Graham Holdings Company
maud/Medallia_Inc_Thoma_Bravo_L_P
""".strip().splitlines(),
    "uk-11": """
14.341_JO_Commercial_Court_Guide_FINAL.pdf
Directors Disqualification Proceedings
Insolvency Proceedings
Part 13
Part 15
Part 16
Part 17
Part 26
Part 32
Part 33
Part 35
Part 38
Part 40
Part 41
Part 42
Part 45
Part 54
Part 58
Part 6
Part 64
Part 67
Part 70
Part 74
Part 8
Patents-Court-Guide-Updated-February-2025.pdf
Practice Direction 16
Practice Direction 19B
Practice Direction 1A
Practice Direction 22
Practice Direction 29
Practice Direction 2A
Practice Direction 2F
Practice Direction 31A
Practice Direction 34A
Practice Direction 35
Practice Direction 3C
Practice Direction 40B
Practice Direction 44
Practice Direction 46
Practice Direction 48
Practice Direction 51Z
Practice Direction 52B
Practice Direction 52C
Practice Direction 52D
Practice Direction 52E
Practice Direction 54B
Practice Direction 54D
Practice Direction 56A
Practice Direction 57A
Practice Direction 57C
Practice Direction 58
Practice Direction 66
Practice Direction 67
Practice Direction 75
Practice Direction 77
Practice Direction 7A
Practice Direction 7B
Practice Direction 84
Practice direction 49C
The-Technology-and-Construction-Court-Guide.pdf
""".strip().splitlines(),
    "contracts-12": """
contractnli/CBP%20Non-Disclosure%20Form_October2018
contractnli/helpjuice_production%2Fuploads%2Fupload%2Fimage%2F2329%2Fdirect%2F1526996160411-FullStory+Mutual+Non-Disclosure+Agreement+2018
contractnli/thoughtbot-mutual-nda
cuad/BLUEFLYINC_03_27_2002-EX-10.27-e-business Hosting Agreement
cuad/EmmisCommunicationsCorp_20191125_8-K_EX-10.6_11906433_EX-10.6_Marketing Agreement
cuad/EuromediaHoldingsCorp_20070215_10SB12G_EX-10.B(01)_525118_EX-10.B(01)_Content License Agreement
cuad/FerroglobePlc_20150624_F-4A_EX-10.20_9154746_EX-10.20_Outsourcing Agreement
cuad/GULFSOUTHMEDICALSUPPLYINC_12_24_1997-EX-4-AFFILIATE AGREEMENT
cuad/Magenta Therapeutics, Inc. - Master Development and Manufacturing Agreement
cuad/PacificapEntertainmentHoldingsInc_20051115_8-KA_EX-1.01_4300894_EX-1.01_Content License Agreement
cuad/Quaker Chemical Corporation - NON COMPETITION AND NON SOLICITATION AGREEMENT
cuad/SLINGERBAGINC_05_27_2020-EX-10.7-CONSULTING AGREEMENT
cuad/STWRESOURCESHOLDINGCORP_08_06_2014-EX-10.1-COOPERATION AGREEMENT
cuad/SimplicityEsportsGamingCompany_20181130_8-K_EX-10.1_11444071_EX-10.1_Franchise Agreement
maud/General Finance Corporation_United Rentals, Inc.
""".strip().splitlines(),
    "uk-12": """
Application for a Warrant under The Competition Act 1998 or Part 1 of the Digital Markets, Competiti
Cyfarwyddyd Ymarfer 54A
Cyfarwyddyd Ymarfer 54B
Cyfarwyddyd Ymarfer 54C
PRACTICE DIRECTION 5C
Part 14
Part 15
Part 20
Part 21
Part 24
Part 27
Part 35
Part 5
Part 53
Part 59
Part 61
Part 68
Part 76
Part 77
Part 79
Practice Direction
Practice Direction 19A
Practice Direction 27B
Practice Direction 31B
Practice Direction 32
Practice Direction 3F
Practice Direction 41A
Practice Direction 51R
Practice Direction 52C
Practice Direction 54D
Practice Direction 56A
Practice Direction 57B
Practice Direction 59
Practice Direction 60
Practice Direction 63
Practice Direction 6A
Practice Direction 6B
Practice Direction 75
Practice Direction 83
Practice direction 49C
Practice direction 49E
Practice direction 54E
""".strip().splitlines(),
    "contracts-13": """
contractnli/HNBA-2017-18-Confidentiality-Agreement
contractnli/Kenway-NDA-Form-Blank
contractnli/NDA-Seeed
contractnli/NDA_ResConnect
cuad/ArcGroupInc_20171211_8-K_EX-10.1_10976103_EX-10.1_Sponsorship Agreement
cuad/BONTONSTORESINC_04_20_2018-EX-99.3-AGENCY AGREEMENT
cuad/DeltathreeInc_19991102_S-1A_EX-10.19_6227850_EX-10.19_Co-Branding Agreement_ Service Agreement
cuad/FLOTEKINDUSTRIESINCCN_05_09_2019-EX-10.1-SUPPLY AGREEMENT
cuad/Loop Industries, Inc. - Marketing Agreement
cuad/ON2TECHNOLOGIES,INC_11_17_2006-EX-10.3-SUPPORT AND MAINTENANCE AGREEMENT
cuad/PenntexMidstreamPartnersLp_20150416_S-1A_EX-10.4_9042833_EX-10.4_Transportation Agreement
cuad/THERAVANCEBIOPHARMA,INC_05_08_2020-EX-10.2-SERVICE AGREEMENT
cuad/WESTERN COPPER - NON-COMPETITION AGREEMENT
maud/DSP_Group_Synaptics_Incorporated
maud/Eidos Therapeutics, Inc._BridgeBio Pharma, Inc.
privacy_qa/23andMe
""".strip().splitlines(),
    "uk-13": """
Cyfarwyddyd Ymarfer 54A
Notes on Practice Directions
Part 10
Part 12
Part 16
Part 18
Part 20
Part 21
Part 22
Part 29
Part 32
Part 35
Part 37
Part 39
Part 4
Part 46
Part 50
Part 51
Part 63
Part 64
Part 68
Part 7
Part 75
Part 8
Part 80
Part 85
Part 87
Practice Direction 16
Practice Direction 18
Practice Direction 20
Practice Direction 26
Practice Direction 30
Practice Direction 31C
Practice Direction 33
Practice Direction 36
Practice Direction 37
Practice Direction 3B
Practice Direction 3D
Practice Direction 3F
Practice Direction 40A
Practice Direction 40D
Practice Direction 40E
Practice Direction 41A
Practice Direction 41B
Practice Direction 49G
Practice Direction 52D
Practice Direction 53A
Practice Direction 53B
Practice Direction 57
Practice Direction 5A
Practice Direction 61
Practice Direction 64B
Practice Direction 6A
Practice Direction 74A
Practice Direction 7C
Practice direction 49D
Practice direction 49F
""".strip().splitlines(),
    "contracts-14": """
contractnli/Evelozcity%20OESA%20NDA
contractnli/IBC-PMS-NDA-agreement
contractnli/ceii-and-nda
contractnli/nda_form_motorola
cuad/CANOPETROLEUM,INC_12_13_2007-EX-10.1-Sponsorship Agreement
cuad/HOLIDAYRVSUPERSTORESINC_04_15_2002-EX-10.13-ENDORSEMENT AGREEMENT
cuad/PREMIERBIOMEDICALINC_05_14_2020-EX-10.2-INTELLECTUAL PROPERTY AGREEMENT
cuad/PapaJohnsInternationalInc_20190617_8-K_EX-10.1_11707365_EX-10.1_Endorsement Agreement
cuad/RgcResourcesInc_20151216_8-K_EX-10.3_9372751_EX-10.3_Franchise Agreement
cuad/SUCAMPOPHARMACEUTICALS,INC_11_04_2015-EX-10.2-STRATEGIC ALLIANCE AGREEMENT
cuad/VEONEER,INC_02_21_2020-EX-10.11-JOINT VENTURE AGREEMENT
maud/Adamas_Pharmaceuticals_Supernus_Pharmaceuticals
maud/Bank of Commerce Holdings_Columbia Banking System, Inc.
maud/Inovalon_Holdings_Management_Led_Buyout
maud/PNM Resources, Inc._Avangrid, Inc.
privacy_qa/TickTick: To Do List with Reminder, Day Planner
""".strip().splitlines(),
    "uk-14": """
35.16_JO_Kings_Bench_Division_Guide_2025_WEB4.pdf
Application for a Warrant under The Competition Act 1998 or Part 1 of the Digital Markets, Competiti
Cyfarwyddyd Ymarfer 54C
Cyfarwyddyd Ymarfer 54D
Devolution Issues and Crown Office Applications in Wales (Welsh)
Notes on Practice Directions
Part 1
Part 11
Part 17
Part 2
Part 23
Part 26
Part 34
Part 38
Part 4
Part 48
Part 5
Part 50
Part 51
Part 57
Part 60
Part 61
Part 67
Part 70
Part 73
Part 74
Part 76
Part 77
Part 83
Part 9
Practice Direction 17
Practice Direction 23A
Practice Direction 27B
Practice Direction 28
Practice Direction 29
Practice Direction 2A
Practice Direction 2C
Practice Direction 2E
Practice Direction 34B
Practice Direction 35
Practice Direction 36
Practice Direction 3B
Practice Direction 3E
Practice Direction 40F
Practice Direction 44
Practice Direction 48
Practice Direction 51Y
Practice Direction 52A
Practice Direction 53A
Practice Direction 55A
Practice Direction 55C
Practice Direction 63
Practice Direction 63A
Practice Direction 7A
Practice Direction 7B
Practice direction 49C
Practice direction 49E
""".strip().splitlines(),
    "contracts-15": """
contractnli/AGProjects-NDA
contractnli/FNHA-2019RFP-02-NDA-form
contractnli/IPTK-CO-MutualNon-DisclosureAgreement
contractnli/VELCO%20NDA%20rev0%20Dec%2014%202015
cuad/BICYCLETHERAPEUTICSPLC_03_10_2020-EX-10.11-SERVICE AGREEMENT
cuad/DUOSTECHNOLOGIESGROUP,INC_04_21_2009-EX-10.1-STRATEGIC ALLIANCE AGREEMENT
cuad/FLOTEKINDUSTRIESINCCN_05_09_2019-EX-10.1-SUPPLY AGREEMENT
cuad/GluMobileInc_20070319_S-1A_EX-10.09_436630_EX-10.09_Content License Agreement4
cuad/HealthcareIntegratedTechnologiesInc_20190812_8-K_EX-10.1_11776966_EX-10.1_Reseller Agreement
cuad/PcquoteComInc_19990721_S-1A_EX-10.11_6377149_EX-10.11_Co-Branding Agreement1
cuad/UnionDentalHoldingsInc_20050204_8-KA_EX-10_3345577_EX-10_Affiliate Agreement
cuad/VITAMINSHOPPECOMINC_09_13_1999-EX-10.26-SPONSORSHIP AGREEMENT
maud/FLIR Systems, Inc._Teledyne Technologies Incorporated
maud/HighPoint Resources Corporation_Bonanza Creek Energy, Inc..pdf||HighPoint Resources Corporation_Bonanza Creek Energy, Inc. Amendment No. 1
maud/TIFFANY_&_CO._LVMH_MOËT_HENNESSY-LOUIS_VUITTON
privacy_qa/Groupon
""".strip().splitlines(),  # noqa: E501
    "uk-15": """
35.16_JO_Kings_Bench_Division_Guide_2025_WEB4.pdf
Cyfarwyddyd Ymarfer 54B
Notes on Practice Directions
Part 14
Part 15
Part 17
Part 21
Part 25
Part 37
Part 41
Part 44
Part 49
Part 5
Part 51
Part 60
Part 63
Part 66
Part 72
Part 79
Part 84
Part 86
Part 88
Part 89
Part 9
Practice Direction 17
Practice Direction 19A
Practice Direction 19B
Practice Direction 22
Practice Direction 2B
Practice Direction 31B
Practice Direction 32
Practice Direction 33
Practice Direction 3C
Practice Direction 41B
Practice Direction 42
Practice Direction 45
Practice Direction 46
Practice Direction 47
Practice Direction 49H
Practice Direction 51Y
Practice Direction 51Z
Practice Direction 53A
Practice Direction 54D
Practice Direction 55B
Practice Direction 56
Practice Direction 56A
Practice Direction 57A
Practice Direction 59
Practice Direction 60
Practice Direction 66
Practice Direction 67
Practice Direction 69
Practice Direction 6B
Practice Direction 71
Practice Direction 73
Practice Direction 75
Practice Direction 83
Practice direction 54E
""".strip().splitlines(),
    "contracts-16": """
contractnli/NDA-for-Gar-Kenyon-Suppliers
contractnli/NDA_Street_Stream_Franchise
contractnli/sample-nrel-bilateral-nda-template
contractnli/vmw-certification-conduct-policy
cuad/AMBASSADOREYEWEARGROUPINC_11_17_1997-EX-10.28-ENDORSEMENT AGREEMENT
cuad/BIOCEPTINC_08_19_2013-EX-10-COLLABORATION AGREEMENT
cuad/BNCMORTGAGEINC_05_17_1999-EX-10.4-LICENSING AND WEB SITE HOSTING AGREEMENT
cuad/CENTRACKINTERNATIONALINC_10_29_1999-EX-10.3-WEB SITE HOSTING AGREEMENT
cuad/GOCALLINC_03_30_2000-EX-10.7-Promotion Agreement
cuad/GULFSOUTHMEDICALSUPPLYINC_12_24_1997-EX-4-AFFILIATE AGREEMENT
cuad/VAPOTHERM, INC. - Manufacturing and Supply Agreement
cuad/VARIABLESEPARATEACCOUNT_04_30_2014-EX-13.C-UNCONDITIONAL CAPITAL MAINTENANCE AGREEMENT
cuad/ZEBRATECHNOLOGIESCORP_04_16_2014-EX-10.1-INTELLECTUAL PROPERTY AGREEMENT
maud/Leaf Group Ltd._Graham Holdings Company
maud/MTS Systems Corporation_Amphenol Corporation
privacy_qa/Fiverr
""".strip().splitlines(),
    "uk-16": """
Chancery-Guide-2024-web.pdf
Cyfarwyddyd Ymarfer 54D
Directors Disqualification Proceedings
PRACTICE DIRECTION 5C
Part 1
Part 10
Part 12
Part 13
Part 14
Part 18
Part 22
Part 24
Part 27
Part 29
Part 30
Part 32
Part 36
Part 47
Part 52
Part 53
Part 54
Part 56
Part 59
Part 64
Part 68
Part 70
Part 71
Part 75
Part 85
Patents-Court-Guide-Updated-February-2025.pdf
Practice Direction 18
Practice Direction 1A
Practice Direction 23A
Practice Direction 27A
Practice Direction 2F
Practice Direction 33
Practice Direction 34A
Practice Direction 3F
Practice Direction 40B
Practice Direction 40E
Practice Direction 41A
Practice Direction 44
Practice Direction 46
Practice Direction 49G
Practice Direction 51R
Practice Direction 52C
Practice Direction 52E
Practice Direction 54B
Practice Direction 57A
Practice Direction 57B
Practice Direction 5B
Practice Direction 61
Practice Direction 62
Practice Direction 64A
Practice Direction 65
Practice Direction 72
Practice Direction 7C
Practice Direction 84
Practice direction 54E
Temporary insolvency practice direction supporting the insolvency practice direction
""".strip().splitlines(),
}
RULE = re.compile(r"\ADocument: [^\n]*\n(?:Part \d+ of \d+\n)?=+\n")


def rule_text(path: Path) -> str:
    """Join the parts of a rule's record into one text."""
    record = json.loads(path.read_text("utf-8"))
    parts = [part["content"] for part in record.get("chunks") or []] or [record["content"]]
    return "\n\n".join(RULE.sub("", part.replace("\r\n", "\n")).strip() for part in parts) + "\n"


def write_corpus(data: Path, folder: Path) -> None:
    """Write every document of the questions below a folder."""
    write_contracts(data, CONTRACTS, folder / "contracts")
    write_rules(data, RULES.replace("\n", "|").split("|"), folder / "uk")
    for source in sorted((data / "uk_cpr" / "court_guides_pdf").glob("*.pdf")):
        shutil.copyfile(source, folder / "uk" / source.name)


def write_contracts(data: Path, names: Iterable[str], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        source = data / "legalbenchrag" / "corpus" / f"{name}.txt"
        shutil.copyfile(source, folder / source.name)


def write_rules(data: Path, names: Iterable[str], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        if name.endswith(".pdf"):
            shutil.copyfile(data / "uk_cpr" / "court_guides_pdf" / name, folder / name)
            continue
        (folder / f"{name}.txt").write_text(rule_text(data / "uk_cpr" / "rules" / f"{name}.json"), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--set", choices=sorted(MORE), help="one of the smaller sets instead")
    arguments = parser.parse_args()
    if arguments.set is None:
        write_corpus(arguments.data, arguments.to)
    else:
        write = write_rules if arguments.set.startswith("uk") else write_contracts
        write(arguments.data, MORE[arguments.set], arguments.to)


if __name__ == "__main__":
    main()
