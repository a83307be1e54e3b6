internal import CoinModel
internal import CoinTables
internal import Foundation

/// The description of exported tables, as `datapackage.json` of Frictionless Data (Data Package, version 1): types, units,
/// what is missing and why, digests and what they were made from.
struct DataPackage {
    private var resources: [Resource] = []

    /// Describes a file.
    mutating func add(_ file: String, _ table: Table, key: [String], digest: String, size: Int) {
        let fields = table.columns.map { column in
            Field(
                name: column.name,
                type: column.name == "week_start" || column.name == "week" ? "date" : type(of: column),
                title: column.title,
                description: column.meaning,
                unit: column.unit.isEmpty ? nil : column.unit,
                constraints: key.contains(column.name) ? ["required": true] : nil
            )
        }
        let schema = Schema(fields: fields, missingValues: [""], primaryKey: key)
        resources.append(
            Resource(
                name: String(file.prefix { $0 != "." }),
                path: file,
                title: table.title,
                bytes: size,
                hash: digest,
                schema: schema
            )
        )
    }

    private func type(of column: Column) -> String {
        switch column.type {
        case .integer: "integer"
        case .number: "number"
        case .text: "string"
        }
    }

    /// The file's bytes.
    ///
    /// - Parameters:
    ///   - madeFrom: the provenance, in one sentence.
    ///   - sources: the inputs that were loaded.
    /// - Returns: the bytes.
    /// - Throws: what encoding throws.
    func json(madeFrom: String, sources: [String]) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let package = Package(
            title: "Coins by developer activity, market and search interest",
            description: madeFrom,
            sources: sources.map { ["title": $0] },
            resources: resources
        )
        return Array(try encoder.encode(package)) + [UInt8(ascii: "\n")]
    }

    private struct Package: Encodable {
        let name = "assay-export"
        let profile = "tabular-data-package"
        let title: String
        let description: String
        let sources: [[String: String]]
        let resources: [Resource]
    }

    private struct Resource: Encodable {
        let name: String
        let path: String
        let profile = "tabular-data-resource"
        let format = "csv"
        let mediatype = "text/csv"
        let encoding = "utf-8"
        let title: String
        let bytes: Int
        let hash: String
        let schema: Schema
    }

    private struct Schema: Encodable {
        let fields: [Field]
        let missingValues: [String]
        let primaryKey: [String]
    }

    private struct Field: Encodable {
        let name: String
        let type: String
        let title: String
        let description: String
        let unit: String?
        let constraints: [String: Bool]?
    }
}
