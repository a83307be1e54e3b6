import Foundation
import Testing

/// Stores that are damaged where SQLite itself stumbles over it: they are checked to the end, and made anew.
@Suite struct DamagedStoreTests {
    private static let tools = """
        import sqlite3, sys
        name = "assay.sqlite"
        data = bytearray(open(name, "rb").read())
        def page(table):
            return sqlite3.connect(name).execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()[0]
        def number(place):
            value = 0
            while True:
                byte = data[place]
                value, place = value << 7 | byte & 127, place + 1
                if byte < 128: return value, place

        """

    /// Makes a store with a refused input, damages it by Python, and works on it.
    private func damaged(_ damage: String, _ work: (SmallStore) throws -> Void) throws {
        try SmallStore.with { store in
            try store.write("bad.csv", "colour,shape\nred,round\n")
            try store.write("more.csv", "date,coin_id,price_usd\n2024-03-25,bitcoin,68000\n")
            // A file that was changed just now is known by its bytes alone.
            let loaded = try store.run("sleep 0.1; assay load all bad.csv more.csv --quiet")
            #expect(loaded.status == 4, "\(loaded.errors)")
            try store.write("damage.py", DamagedStoreTests.tools + damage + "\nopen(name, 'wb').write(data)\n")
            let result = try store.run("python3 damage.py")
            try #require(result.status == 0, "\(result.errors)")
            try work(store)
        }
    }

    @Test(
        "A zeroed or flipped page is found by the check and repaired by a rebuild",
        arguments: ["reject", "reject_by_input", "tile", "entity", "load_by_digest"]
    )
    func zeroPage(table: String) throws {
        for damage in ["data[4096 * (at - 1):4096 * at] = bytes(4096)", "data[4096 * (at - 1)] ^= 8"] {
            try damaged("at = page('\(table)')\n\(damage)\nprint(at)") { store in
                let check = try store.assay(["store", "check", "--format", "csv"])
                #expect(check.status == 7 && check.output.contains("it is part of table"), "\(check)")
                let rebuilt = try store.assay(["store", "rebuild"])
                #expect(rebuilt.status == 0, "\(rebuilt.errors)")
                #expect(try store.assay(["store", "check"]).status == 0)
            }
        }
    }

    /// The bit that makes a REAL of an INTEGER, in the last column but one.
    @Test("A ledger row with a flipped type is found, and a rebuild is refused") func flippedType() throws {
        let damage = """
            start = 4096 * (page('load') - 1)
            rows = int.from_bytes(data[start + 3:start + 5], 'big')
            flipped = 0
            for row in range(rows):
                place = start + 8 + 2 * row
                cell = start + int.from_bytes(data[place:place + 2], 'big')
                header = number(number(cell)[1])[1]
                last = header + number(header)[0] - 2
                if data[last] == 6:
                    data[last] = 7
                    flipped += 1
            assert flipped > 0
            """
        try damaged(damage) { store in
            let check = try store.assay(["store", "check", "--format", "csv"])
            #expect(check.status == 7 && check.output.contains("does not read (identity)"), "\(check)")
            let rebuilt = try store.assay(["store", "rebuild"])
            #expect(rebuilt.status == 7 && rebuilt.errors.contains("without its ledger"), "\(rebuilt.errors)")
        }
    }

    /// The byte of the header that tells how much of each page SQLite leaves free.
    @Test("A flipped bit in the reserved-bytes header is found and repaired by a rebuild", arguments: 0..<8)
    func flippedHeader(bit: Int) throws {
        try damaged("data[20] ^= 1 << \(bit)") { store in
            #expect(try store.assay(["rank"]).status == 7)
            let check = try store.assay(["store", "check", "--format", "csv"])
            #expect(check.status == 7 && check.output.contains("page 1,is not what was written"), "\(check)")
            let rebuilt = try store.assay(["store", "rebuild"])
            #expect(rebuilt.status == 0, "\(rebuilt.errors)")
            #expect(try store.assay(["store", "check"]).status == 0)
        }
    }
}
