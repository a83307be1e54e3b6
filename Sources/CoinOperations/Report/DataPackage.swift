internal import CoinModel
internal import CoinSources
internal import CoinTables
internal import Foundation

/// The description of exported tables, as `datapackage.json` of Frictionless Data (Data Package, version 1): types, units,
/// what is missing and why, digests and what they were made from.
struct DataPackage {
    private var resources: [[String: Any]] = []

    /// Describes a file that was written.
    mutating func add(_ file: WrittenFile, _ table: Table, key: [String]) {
        let fields = table.columns.map { column -> [String: Any] in
            let isDate = ["week_start", "week"].contains(column.name)
            var field: [String: Any] = [
                "name": column.name, "type": isDate ? "date" : type(of: column), "title": column.title,
                "description": column.meaning,
            ]
            if !column.unit.isEmpty { field["unit"] = column.unit }
            if key.contains(column.name) { field["constraints"] = ["required": true] }
            return field
        }
        resources.append([
            "name": String(file.name.prefix { $0 != "." }), "path": file.name, "profile": "tabular-data-resource",
            "format": "csv", "mediatype": "text/csv", "encoding": "utf-8", "title": table.title, "bytes": file.size,
            "hash": file.digest,
            "schema": ["fields": fields, "missingValues": [""], "primaryKey": key] as [String: Any],
        ])
    }

    private func type(of column: Column) -> String {
        switch column.type {
        case .integer: "integer"
        case .number: "number"
        case .text: "string"
        }
    }

    /// The file's bytes, with the provenance in one sentence, the inputs that were loaded, and whose figures they are; of files that
    /// are the user's own there is no licence.
    ///
    /// - Throws: what encoding throws.
    func json(madeFrom: String, sources: [String], credits: [SourceCredit]) throws -> [UInt8] {
        let licences = credits.filter { !$0.address.isEmpty }.map {
            ["title": "\($0.name): \($0.licence)", "path": $0.address]
        }
        var package: [String: Any] = [
            "name": "assay-export", "profile": "tabular-data-package", "description": madeFrom,
            "title": "Coins by developer activity, market and search interest",
            "sources": sources.map { ["title": $0] }, "resources": resources,
        ]
        if !licences.isEmpty { package["licenses"] = licences }
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try JSONSerialization.data(withJSONObject: package, options: options)) + [UInt8(ascii: "\n")]
    }
}
