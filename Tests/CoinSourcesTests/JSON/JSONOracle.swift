import CoinModel
import Foundation
import TestPrograms
import Testing

@testable import CoinSources

/// Python's own reader of JSON in a child process, held to the documented reading where it is laxer.
enum JSONOracle {
    /// The columns that are compared, below every row at `*`.
    static let columns = ["id", "n", "t", "x/y"]

    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// What is read of some bytes: their rows' cells as text; nil when they are refused.
    static func ours(_ bytes: [UInt8]) throws -> String? {
        do {
            let document = try JSONDocument(bytes)
            var cells: [String] = []
            try document.forEachRow("*", columns) { row in
                for column in columns.indices {
                    switch row[column] {
                    case .missing: cells.append("-")
                    case .number(let number): cells.append("n" + String(number.bitPattern, radix: 16))
                    case .text(let text):
                        cells.append("t" + text.utf8.map { String($0, radix: 16) }.joined(separator: "."))
                    case .truth(let truth): cells.append(truth ? "T" : "F")
                    case .container: cells.append("c")
                    }
                }
            }
            return cells.joined(separator: " ")
        } catch is SourceError {
            return nil
        }
    }

    /// What Python reads of them.
    static func theirs(_ documents: [[UInt8]]) throws -> [String?] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("json-\(UUID().uuidString)")
        defer { do { try FileManager.default.removeItem(at: file) } catch { Issue.record("\(error)") } }
        var packed = Data()
        for document in documents {
            withUnsafeBytes(of: UInt32(document.count).littleEndian) { packed.append(contentsOf: $0) }
            packed.append(contentsOf: document)
        }
        try packed.write(to: file)
        let end = try Program.run([#require(python), "-c", script, file.path], limit: 600)
        #expect(end.status == 0)
        return end.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { $0 == "refused" ? nil : String($0) }
    }

    private static let script = #"""
        import json, re, struct, sys
        class Object(list): pass
        def check(value, level=0):
            if isinstance(value, str): value.encode("utf-8")  # Lone surrogates fail.
            if isinstance(value, list):
                if level == 64: raise ValueError
                for child in value:
                    if isinstance(value, Object): child[0].encode("utf-8"); child = child[1]
                    check(child, level + 1)
        def number(token):
            value = float(token)
            mantissa, _, exponent = token.lower().partition("e")
            # The parser takes no exponent of more digits.
            if value in (float("inf"), float("-inf")) or len(exponent.lstrip("+-")) > 18: raise ValueError
            return token if value == 0 and re.search("[1-9]", mantissa) else value
        def constant(_): raise ValueError
        def member(value, name):
            if isinstance(value, Object):
                return next((below for key, below in value if key == name), None)
        def cell(value):
            if value is None: return "-"
            if value is True or value is False: return "FT"[value]
            if isinstance(value, str): return "t" + ".".join("%x" % byte for byte in value.encode("utf-8"))
            if isinstance(value, list): return "c"
            return "n%x" % struct.unpack("<Q", struct.pack("<d", value))
        def read(data):
            document = json.loads(data.decode("utf-8"), parse_constant=constant, object_pairs_hook=Object,
                                  parse_float=number, parse_int=lambda token: number(token) + 0.0)
            check(document)
            rows = [row[1] if isinstance(document, Object) else row for row in document] \
                if isinstance(document, list) else []
            return " ".join(cell(value) for row in rows for value in (
                member(row, "id"), member(row, "n"), member(row, "t"), member(member(row, "x"), "y")))
        data, place = open(sys.argv[1], "rb").read(), 0
        while place < len(data):
            end = place + 4 + struct.unpack_from("<I", data, place)[0]
            try: print(read(data[place + 4:end]))
            except (ValueError, RecursionError): print("refused")
            place = end
        """#
}
