"""How often eight-bit text is decoded exactly, side by side with charset-normalizer.

    python benchmarks/encodings.py

Sentences of contract prose in 14 languages, written after the rules were settled (but for trade marks), whole and cut
to 60 and 25 characters, encoded as their authors would have: Western ones in cp1252, Central European ones in cp1250
and in Latin-2. A snippet counts where every character comes back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from charset_normalizer import from_bytes

from pincite.domain.raw_file import RawFile
from pincite.ingest.decode import decode

WESTERN = (
    "Le prêteur met à la disposition de l'emprunteur une somme de dix mille euros, remboursable à première "
    "demande. Tout litige né de l'exécution sera soumis aux tribunaux de Genève, même en cas d'appel.",
    "Der Käufer zahlt den Kaufpreis spätestens zwei Wochen nach Übergabe. Mündliche Abreden gelten nicht. "
    "Erfüllungsort für sämtliche Verpflichtungen ist München; das Gericht dort ist zuständig.",
    "El arrendatario no podrá ceder ni subarrendar la vivienda sin autorización escrita. Será por cuenta del "
    "dueño la reparación de daños ocurridos después de la firma, según el artículo quinto.",
    "O locatário não poderá ceder o imóvel sem autorização escrita do proprietário. As despesas de manutenção "
    "são da responsabilidade de ambos, até à rescisão; às demais aplicar-se-á a lei.",
    "Il conduttore non può cedere l'immobile senza il consenso del proprietario. Ogni modifica sarà valida "
    "solo se fatta per iscritto, poiché la legge così dispone; l'attività è vietata.",
    "Lejeren må ikke overdrage lejemålet uden udlejerens samtykke. Eventuelle tvister afgøres ved retten i "
    "København, og købesummen skal være betalt før overtagelsen.",
    "Hyresgästen får inte överlåta lägenheten utan hyresvärdens samtycke. Tvister avgörs av tingsrätten i "
    "Göteborg, och köpeskillingen ska vara betald före tillträdet.",
    "The tenant’s deposit – £1,250 – is held under § 4 of the “Scheme”; a résumé of the façade works costs €300…",
    "“Licensed Mark” means ACME® and BOLT™; fees rise by 2½ % a year, or £40 per m², whichever is less.",
    "Between José Ibáñez, Zoë Brontë and Jürgen Größ of Curaçao and Malmö.",
)
CENTRAL = (
    "Kupující zaplatí kupní cenu nejpozději do čtrnácti dnů po převzetí věci. Ústní ujednání neplatí. Spory "
    "řeší příslušný soud v Brně; náklady řízení nese ten, kdo ve sporu neměl úspěch.",
    "Nájomca nesmie prenechať byt tretej osobe bez súhlasu vlastníka. Spory rieši príslušný súd v Košiciach; "
    "škodu, ktorú spôsobí, je povinný nahradiť najneskôr do týždňa.",
    "Najemca nie może oddać lokalu osobie trzeciej bez zgody właściciela. Spory rozstrzyga sąd właściwy dla "
    "Łodzi; szkodę wyrządzoną przez niego należy naprawić w ciągu tygodnia.",
    "A bérlő a lakást a tulajdonos hozzájárulása nélkül nem adhatja tovább. A felek közötti jogvitát a győri "
    "bíróság dönti el; a károkozó köteles a kárt egy hónapon belül megtéríteni, különben késedelmi kamat jár.",
    "Najmoprimac ne smije ustupiti stan trećoj osobi bez suglasnosti vlasnika. Sporove rješava nadležni sud u "
    "Čakovcu; štetu koju počini dužan je nadoknaditi u roku od mjesec dana.",
    "Najemnik ne sme oddati stanovanja tretji osebi brez soglasja lastnika. Spore rešuje pristojno sodišče v "
    "Celju; škodo, ki jo povzroči, mora povrniti najpozneje v enem mesecu.",
    "Between Miloš Žižka, Łukasz Wójcik and Győző Szűcs of Kroměříž.",
)


def snippets(texts: tuple[str, ...]) -> Iterator[str]:
    for text in texts:
        yield text
        for size in (60, 25):
            yield from (text[i : i + size] for i in range(0, len(text) - size, size))


def main() -> None:
    exact: Counter[str] = Counter()
    total = 0
    for texts, encodings in ((WESTERN, ("cp1252",)), (CENTRAL, ("cp1250", "iso8859-2"))):
        for text in (text for text in snippets(texts) if not text.isascii()):
            for encoding in encodings:
                data = text.encode(encoding)
                best = from_bytes(data).best()
                total += 1
                exact["pincite"] += decode(RawFile("snippet.txt", data)).text == text
                exact["charset-normalizer"] += best is not None and str(best) == text
    for name, count in exact.items():
        print(f"{name:20} {count} of {total} snippets exact")


if __name__ == "__main__":
    main()
