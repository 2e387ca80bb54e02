#!/usr/bin/env python3
"""Makes laureates.jsonl, a history of Nobel laureates, from the tables of facts below.

    ./make.py           writes the file and checks it
    ./make.py --check   checks that the file is what the tables say, and writes nothing

Each prize, death and correction becomes one commit at its date; README.md explains the fields.
"""

import itertools
import json
import sys
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

FILE = Path(__file__).with_name("laureates.jsonl")
HOUR = 10  # every event happens at ten in the morning, UTC: the day is true, the hour nominal

# id, name in its own script, name in Latin letters (None: the same), born, died, place of death,
# then for each prize: day of the announcement, prize, country.
LAUREATES = [
    ("henri-dunant", "Henri Dunant", None, "1828-05-08", "1910-10-30", "Heiden",
     ("1901-12-10", "Peace 1901", "Switzerland")),
    ("marie-curie", "Marie Skłodowska-Curie", None, "1867-11-07", "1934-07-04", "Passy",
     ("1903-12-10", "Physics 1903", "France"), ("1911-11-07", "Chemistry 1911", "France")),
    ("pierre-curie", "Pierre Curie", None, "1859-05-15", "1906-04-19", "Paris",
     ("1903-12-10", "Physics 1903", "France")),
    ("henri-becquerel", "Henri Becquerel", None, "1852-12-15", "1908-08-25", "Le Croisic",
     ("1903-12-10", "Physics 1903", "France")),
    ("bertha-von-suttner", "Bertha von Suttner", None, "1843-06-09", "1914-06-21", "Vienna",
     ("1905-12-10", "Peace 1905", "Austria-Hungary")),
    ("theodore-roosevelt", "Theodore Roosevelt", None, "1858-10-27", "1919-01-06", "Oyster Bay",
     ("1906-12-10", "Peace 1906", "United States")),
    ("rabindranath-tagore", "রবীন্দ্রনাথ ঠাকুর", "Rabindranath Tagore", "1861-05-07", "1941-08-07",
     "Calcutta", ("1913-11-13", "Literature 1913", "India")),
    ("max-planck", "Max Planck", None, "1858-04-23", "1947-10-04", "Göttingen",
     ("1919-11-13", "Physics 1918", "Germany")),
    ("albert-einstein", "Albert Einstein", None, "1879-03-14", "1955-04-18", "Princeton",
     ("1922-11-09", "Physics 1921", "Germany")),
    ("niels-bohr", "Niels Bohr", None, "1885-10-07", "1962-11-18", "Copenhagen",
     ("1922-11-09", "Physics 1922", "Denmark")),
    ("fridtjof-nansen", "Fridtjof Nansen", None, "1861-10-10", "1930-05-13", "Lysaker",
     ("1922-12-10", "Peace 1922", "Norway")),
    ("frederick-banting", "Frederick Banting", None, "1891-11-14", "1941-02-21", "Newfoundland",
     ("1923-10-25", "Medicine 1923", "Canada")),
    ("thomas-mann", "Thomas Mann", None, "1875-06-06", "1955-08-12", "Zürich",
     ("1929-11-12", "Literature 1929", "Germany")),
    ("werner-heisenberg", "Werner Heisenberg", None, "1901-12-05", "1976-02-01", "Munich",
     ("1933-11-09", "Physics 1932", "Germany")),
    ("paul-dirac", "Paul Dirac", None, "1902-08-08", "1984-10-20", "Tallahassee",
     ("1933-11-09", "Physics 1933", "United Kingdom")),
    ("irene-joliot-curie", "Irène Joliot-Curie", None, "1897-09-12", "1956-03-17", "Paris",
     ("1935-11-14", "Chemistry 1935", "France")),
    ("frederic-joliot-curie", "Frédéric Joliot-Curie", None, "1900-03-19", "1958-08-14", "Paris",
     ("1935-11-14", "Chemistry 1935", "France")),
    ("enrico-fermi", "Enrico Fermi", None, "1901-09-29", "1954-11-28", "Chicago",
     ("1938-11-10", "Physics 1938", "Italy")),
    ("alexander-fleming", "Alexander Fleming", None, "1881-08-06", "1955-03-11", "London",
     ("1945-10-25", "Medicine 1945", "United Kingdom")),
    ("hideki-yukawa", "湯川秀樹", "Hideki Yukawa", "1907-01-23", "1981-09-08", "Kyoto",
     ("1949-11-03", "Physics 1949", "Japan")),
    ("bertrand-russell", "Bertrand Russell", None, "1872-05-18", "1970-02-02", "Penrhyndeudraeth",
     ("1950-11-10", "Literature 1950", "United Kingdom")),
    ("winston-churchill", "Winston Churchill", None, "1874-11-30", "1965-01-24", "London",
     ("1953-10-15", "Literature 1953", "United Kingdom")),
    ("linus-pauling", "Linus Pauling", None, "1901-02-28", "1994-08-19", "Big Sur",
     ("1954-11-03", "Chemistry 1954", "United States"),
     ("1963-10-10", "Peace 1962", "United States")),
    ("john-bardeen", "John Bardeen", None, "1908-05-23", "1991-01-30", "Boston",
     ("1956-11-01", "Physics 1956", "United States"),
     ("1972-10-20", "Physics 1972", "United States")),
    ("chen-ning-yang", "楊振寧", "Chen Ning Yang", "1922-10-01", "2025-10-18", "Beijing",
     ("1957-10-31", "Physics 1957", "United States")),
    ("tsung-dao-lee", "李政道", "Tsung-Dao Lee", "1926-11-24", "2024-08-04", "San Francisco",
     ("1957-10-31", "Physics 1957", "United States")),
    ("boris-pasternak", "Борис Леонидович Пастернак", "Boris Leonidovich Pasternak", "1890-02-10",
     "1960-05-30", "Peredelkino", ("1958-10-23", "Literature 1958", "Soviet Union")),
    ("frederick-sanger", "Frederick Sanger", None, "1918-08-13", "2013-11-19", "Cambridge",
     ("1958-10-28", "Chemistry 1958", "United Kingdom"),
     ("1980-10-14", "Chemistry 1980", "United Kingdom")),
    ("francis-crick", "Francis Crick", None, "1916-06-08", "2004-07-28", "San Diego",
     ("1962-10-18", "Medicine 1962", "United Kingdom")),
    ("james-watson", "James Watson", None, "1928-04-06", "2025-11-06", "East Northport",
     ("1962-10-18", "Medicine 1962", "United States")),
    ("lev-landau", "Лев Давидович Ландау", "Lev Davidovich Landau", "1908-01-22", "1968-04-01",
     "Moscow", ("1962-11-01", "Physics 1962", "Soviet Union")),
    ("maria-goeppert-mayer", "Maria Goeppert Mayer", None, "1906-06-28", "1972-02-20", "San Diego",
     ("1963-11-05", "Physics 1963", "United States")),
    ("martin-luther-king", "Martin Luther King Jr.", None, "1929-01-15", "1968-04-04", "Memphis",
     ("1964-10-14", "Peace 1964", "United States")),
    ("dorothy-hodgkin", "Dorothy Crowfoot Hodgkin", None, "1910-05-12", "1994-07-29",
     "Shipston-on-Stour", ("1964-10-29", "Chemistry 1964", "United Kingdom")),
    ("richard-feynman", "Richard Feynman", None, "1918-05-11", "1988-02-15", "Los Angeles",
     ("1965-10-21", "Physics 1965", "United States")),
    ("sin-itiro-tomonaga", "朝永振一郎", "Sin-Itiro Tomonaga", "1906-03-31", "1979-07-08", "Tokyo",
     ("1965-10-21", "Physics 1965", "Japan")),
    ("aleksandr-solzhenitsyn", "Александр Исаевич Солженицын", "Aleksandr Isayevich Solzhenitsyn",
     "1918-12-11", "2008-08-03", "Moscow", ("1970-10-08", "Literature 1970", "Soviet Union")),
    ("pablo-neruda", "Pablo Neruda", None, "1904-07-12", "1973-09-23", "Santiago",
     ("1971-10-21", "Literature 1971", "Chile")),
    ("mother-teresa", "Mother Teresa", None, "1910-08-26", "1997-09-05", "Calcutta",
     ("1979-10-17", "Peace 1979", "India")),
    ("czeslaw-milosz", "Czesław Miłosz", None, "1911-06-30", "2004-08-14", "Kraków",
     ("1980-10-09", "Literature 1980", "United States")),
    ("lech-walesa", "Lech Wałęsa", None, "1943-09-29", None, None,
     ("1983-10-05", "Peace 1983", "Poland")),
    ("barbara-mcclintock", "Barbara McClintock", None, "1902-06-16", "1992-09-02", "Huntington",
     ("1983-10-10", "Medicine 1983", "United States")),
    ("subrahmanyan-chandrasekhar", "சுப்பிரமணியன் சந்திரசேகர்", "Subrahmanyan Chandrasekhar",
     "1910-10-19", "1995-08-21", "Chicago", ("1983-10-19", "Physics 1983", "United States")),
    ("desmond-tutu", "Desmond Tutu", None, "1931-10-07", "2021-12-26", "Cape Town",
     ("1984-10-16", "Peace 1984", "South Africa")),
    ("rita-levi-montalcini", "Rita Levi-Montalcini", None, "1909-04-22", "2012-12-30", "Rome",
     ("1986-10-13", "Medicine 1986", "Italy")),
    ("naguib-mahfouz", "نجيب محفوظ", "Naguib Mahfouz", "1911-12-11", "2006-08-30", "Cairo",
     ("1988-10-13", "Literature 1988", "Egypt")),
    ("mikhail-gorbachev", "Михаил Сергеевич Горбачёв", "Mikhail Sergeyevich Gorbachev",
     "1931-03-02", "2022-08-30", "Moscow", ("1990-10-15", "Peace 1990", "Soviet Union")),
    ("toni-morrison", "Toni Morrison", None, "1931-02-18", "2019-08-05", "New York",
     ("1993-10-07", "Literature 1993", "United States")),
    ("nelson-mandela", "Nelson Mandela", None, "1918-07-18", "2013-12-05", "Johannesburg",
     ("1993-10-15", "Peace 1993", "South Africa")),
    ("john-nash", "John Nash", None, "1928-06-13", "2015-05-23", "Monroe Township",
     ("1994-10-11", "Economics 1994", "United States")),
    ("yitzhak-rabin", "יצחק רבין", "Yitzhak Rabin", "1922-03-01", "1995-11-04", "Tel Aviv",
     ("1994-10-14", "Peace 1994", "Israel")),
    ("wislawa-szymborska", "Wisława Szymborska", None, "1923-07-02", "2012-02-01", "Kraków",
     ("1996-10-03", "Literature 1996", "Poland")),
    ("amartya-sen", "অমর্ত্য সেন", "Amartya Sen", "1933-11-03", None, None,
     ("1998-10-14", "Economics 1998", "United Kingdom")),
    ("ahmed-zewail", "أحمد زويل", "Ahmed Zewail", "1946-02-26", "2016-08-02", "Pasadena",
     ("1999-10-12", "Chemistry 1999", "United States")),
    ("gao-xingjian", "高行健", "Gao Xingjian", "1940-01-04", None, None,
     ("2000-10-12", "Literature 2000", "France")),
    ("barry-sharpless", "K. Barry Sharpless", None, "1941-04-28", None, None,
     ("2001-10-10", "Chemistry 2001", "United States"),
     ("2022-10-05", "Chemistry 2022", "United States")),
    ("jimmy-carter", "Jimmy Carter", None, "1924-10-01", "2024-12-29", "Plains",
     ("2002-10-11", "Peace 2002", "United States")),
    ("shirin-ebadi", "شیرین عبادی", "Shirin Ebadi", "1947-06-21", None, None,
     ("2003-10-10", "Peace 2003", "Iran")),
    ("wangari-maathai", "Wangari Maathai", None, "1940-04-01", "2011-09-25", "Nairobi",
     ("2004-10-08", "Peace 2004", "Kenya")),
    ("orhan-pamuk", "Orhan Pamuk", None, "1952-06-07", None, None,
     ("2006-10-12", "Literature 2006", "Turkey")),
    ("ada-yonath", "עדה יונת", "Ada Yonath", "1939-06-22", None, None,
     ("2009-10-07", "Chemistry 2009", "Israel")),
    ("elinor-ostrom", "Elinor Ostrom", None, "1933-08-07", "2012-06-12", "Bloomington",
     ("2009-10-12", "Economics 2009", "United States")),
    ("shinya-yamanaka", "山中伸弥", "Shinya Yamanaka", "1962-09-04", None, None,
     ("2012-10-08", "Medicine 2012", "Japan")),
    ("peter-higgs", "Peter Higgs", None, "1929-05-29", "2024-04-08", "Edinburgh",
     ("2013-10-08", "Physics 2013", "United Kingdom")),
    ("alice-munro", "Alice Munro", None, "1931-07-10", "2024-05-13", "Port Hope",
     ("2013-10-10", "Literature 2013", "Canada")),
    ("malala-yousafzai", "ملاله یوسفزۍ", "Malala Yousafzai", "1997-07-12", None, None,
     ("2014-10-10", "Peace 2014", "United Kingdom")),
    ("tu-youyou", "屠呦呦", "Tu Youyou", "1930-12-30", None, None,
     ("2015-10-05", "Medicine 2015", "China")),
    ("svetlana-alexievich", "Святлана Алексіевіч", "Svetlana Alexievich", "1948-05-31", None, None,
     ("2015-10-08", "Literature 2015", "Belarus")),
    ("bob-dylan", "Bob Dylan", None, "1941-05-24", None, None,
     ("2016-10-13", "Literature 2016", "United States")),
    ("donna-strickland", "Donna Strickland", None, "1959-05-27", None, None,
     ("2018-10-02", "Physics 2018", "Canada")),
    ("john-goodenough", "John Goodenough", None, "1922-07-25", "2023-06-25", "Austin",
     ("2019-10-09", "Chemistry 2019", "United States")),
    ("emmanuelle-charpentier", "Emmanuelle Charpentier", None, "1968-12-11", None, None,
     ("2020-10-07", "Chemistry 2020", "Germany")),
    ("jennifer-doudna", "Jennifer Doudna", None, "1964-02-19", None, None,
     ("2020-10-07", "Chemistry 2020", "United States")),
    ("claudia-goldin", "Claudia Goldin", None, "1946-05-14", None, None,
     ("2023-10-09", "Economics 2023", "United States")),
    ("geoffrey-hinton", "Geoffrey Hinton", None, "1947-12-06", None, None,
     ("2024-10-08", "Physics 2024", "Canada")),
    ("han-kang", "한강", "Han Kang", "1970-11-27", None, None,
     ("2024-10-10", "Literature 2024", "South Korea")),
]

MISSING = object()

# id, field, the value first entered (MISSING: left out), day of the correction, who, why.
CORRECTIONS = [
    ("rabindranath-tagore", "latin", MISSING, "1913-11-14", "archivist Nils",
     "clerical: the name in Latin letters had been left out"),
    ("fridtjof-nansen", "name", "Fridjof Nansen", "1922-12-11", "archivist Nils",
     "clerical: name misspelt on entry"),
    ("fridtjof-nansen", "latin", "Fridjof Nansen", "1922-12-11", "archivist Nils",
     "clerical: name misspelt on entry"),
    ("mother-teresa", "born", "1910-08-27", "1979-10-18", "archivist Ida",
     "27 August is the day of her baptism, not of her birth"),
    ("chen-ning-yang", "born", "1922-09-22", "1992-10-01", "archivist Ida",
     "born on 1 October: 22 September came from a slip in his passport"),
    ("malala-yousafzai", "country", "Pakistan", "2014-10-13", "archivist Ida",
     "clerical: she lived in Birmingham when the prize was announced"),
]

# Boris Pasternak was made to decline his prize; his son received the medal 31 years later.
STRUCK_OUT = ("boris-pasternak", "1958-10-29", "registrar",
              "declined by telegram of 29 October 1958: entry struck out")
RESTORED = ("boris-pasternak", "1989-12-09", "registrar",
            "his son received the medal in Stockholm: entry restored")


def age(born, day):
    """Whole years from `born` to `day`, both YYYY-MM-DD: month and day compare as text."""
    return int(day[:4]) - int(born[:4]) - (day[5:] < born[5:])


def awarding_body(field, day):
    if field == "Medicine":
        # The Nobel Assembly took over from the institute's teaching staff in 1977.
        return "Nobel Assembly" if day >= "1977" else "Karolinska Institute"
    return {"Literature": "Swedish Academy", "Peace": "Norwegian Nobel Committee"}.get(
        field, "Royal Swedish Academy of Sciences")


def prize_name(field, year):
    return {
        "Peace": f"Nobel Peace Prize {year}",
        "Medicine": f"Nobel Prize in Physiology or Medicine {year}",
        "Economics": f"Prize in Economic Sciences {year}",
    }.get(field, f"Nobel Prize in {field} {year}")


def true_fields(laureate, held):
    """The fields of a laureate who has won the first `held` prizes and is alive."""
    id, name, latin, born, _, _, *prizes = laureate
    day, prize, country = prizes[held - 1]
    return {"id": id, "name": name, "latin": latin or name, "born": born, "died": None,
            "country": country, "field": prize.split()[0], "prize": prize, "prizes": held,
            "age": age(born, day)}


def changes():
    """Every change as (day, transaction, actor, reason, id, edit); `edit` maps the fields a
    record had (None: no record) to those it has afterwards."""
    as_entered = {}
    for id, field, value, *_ in CORRECTIONS:
        as_entered.setdefault(id, {})[field] = value

    for laureate in LAUREATES:
        id, _, _, _, died, place, *prizes = laureate
        for held, (day, prize, _) in enumerate(prizes, start=1):
            field, year = prize.split()
            entered = true_fields(laureate, held)
            if held == 1:
                entered |= as_entered.get(id, {})
            entered = {name: value for name, value in entered.items() if value is not MISSING}
            yield (day, f"prize {prize}", awarding_body(field, day), prize_name(field, year), id,
                   lambda fields, entered=entered: entered)
        if died and id != STRUCK_OUT[0]:  # he died while his entry was struck out
            yield (died, f"death of {id}", "registrar", f"died in {place}", id,
                   lambda fields, died=died: {**fields, "died": died})

    by_id = {laureate[0]: laureate for laureate in LAUREATES}
    for id, field, _, day, actor, reason in CORRECTIONS:
        value = true_fields(by_id[id], 1)[field]
        yield (day, f"correction of {id}", actor, reason, id,
               lambda fields, field=field, value=value: {**fields, field: value})

    id, day, actor, reason = STRUCK_OUT
    yield day, f"removal of {id}", actor, reason, id, lambda fields: None
    id, day, actor, reason = RESTORED
    back = {**true_fields(by_id[id], 1), "died": by_id[id][4]}
    yield day, f"return of {id}", actor, reason, id, lambda fields: back


def milliseconds(day):
    at = datetime.combine(date.fromisoformat(day), datetime.min.time(), timezone.utc)
    at += timedelta(hours=HOUR)
    return (at - datetime(1970, 1, 1, tzinfo=timezone.utc)) // timedelta(milliseconds=1)


def envelopes():
    """The change events in order of time, as Debezium would write them."""
    records, seq = {}, 0
    # The sort is stable: within a day the order of the tables stays.
    ordered = sorted(changes(), key=lambda change: change[0])
    for (day, transaction), commit in itertools.groupby(ordered, key=lambda change: change[:2]):
        # Corrections of several fields of one record in one commit are one event.
        for id, edits in itertools.groupby(commit, key=lambda change: change[4]):
            before = after = records.get(id)
            for _, _, actor, reason, _, edit in edits:
                after = edit(after)
            records[id] = after
            seq += 1
            at = milliseconds(day)
            yield {
                "op": "c" if before is None else "d" if after is None else "u",
                "ts_ms": at, "before": before, "after": after,
                "source": {"connector": "register", "name": "laureates", "table": "person",
                           "ts_ms": at, "seq": seq, "actor": actor, "reason": reason},
                "transaction": {"id": f"{day} {transaction}"},
            }


def check(text):
    """Reads the lines back and holds them against what a true history must be."""
    events = [json.loads(line) for line in text.splitlines()]
    records, lives = {}, {}
    for number, event in enumerate(events, start=1):
        op, before, after = event["op"], event["before"], event["after"]
        id = (after or before)["id"]
        assert records.get(id) == before, f"line {number}: before is not what was there"
        assert (op == "c") == (before is None) and (op == "d") == (after is None), f"line {number}"
        assert before != after, f"line {number}: nothing changes"
        if op == "c":
            lives[id] = lives.get(id, 0) + 1
        records[id] = after
        if after and after["died"]:
            assert after["born"] < after["died"], f"line {number}: died before birth"
    times = [event["source"]["ts_ms"] for event in events]
    assert times == sorted(times), "not in order of time"
    transactions = [id for id, _ in itertools.groupby(e["transaction"]["id"] for e in events)]
    assert len(transactions) == len(set(transactions)), "a transaction is torn apart"

    assert len(records) >= 40 and None not in records.values()
    assert [id for id, count in lives.items() if count > 1] == ["boris-pasternak"]
    assert {id for id, fields in records.items() if fields["prizes"] == 2} == {
        "marie-curie", "linus-pauling", "john-bardeen", "frederick-sanger", "barry-sharpless"}
    # The ages at the end against a second way of counting, from the days between.
    for laureate in LAUREATES:
        born, day = (date.fromisoformat(text) for text in (laureate[3], laureate[-1][0]))
        years = day.year - born.year
        if born.replace(year=day.year) > day:
            years -= 1
        final = records[laureate[0]]
        assert final["age"] == years, laureate[0]
        assert (final["name"], final["born"], final["died"]) == (laureate[1], *laureate[3:5])
    # The oldest and the youngest laureate there have been.
    assert records["john-goodenough"]["age"] == 97 and records["malala-yousafzai"]["age"] == 17
    return f"{len(events)} events in {len(transactions)} commits, {len(records)} people"


def main():
    lines = (json.dumps(event, ensure_ascii=False, separators=(",", ":")) for event in envelopes())
    text = "".join(line + "\n" for line in lines)
    summary = check(text)
    if "--check" in sys.argv[1:]:
        if FILE.read_text(encoding="utf-8") != text:
            sys.exit(f"{FILE} is not what make.py makes: run it again")
    else:
        FILE.write_text(text, encoding="utf-8")
    print(f"{FILE.name}: {summary}")


if __name__ == "__main__":
    main()
