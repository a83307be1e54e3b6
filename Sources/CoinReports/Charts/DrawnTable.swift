internal import CoinModel
internal import CoinTables

/// A table as pictures read it: whole columns by name, numbers as such.
struct DrawnTable {
    let rows: [[Cell]]
    private let columns: [String: (place: Int, column: Column)]

    init(_ table: Table) {
        rows = table.rows
        let named = table.columns.enumerated().map { ($1.name, (place: $0, column: $1)) }
        columns = Dictionary(firstOf: named)
    }

    /// The column of a name; nil where it was not chosen.
    func column(_ name: String) -> Column? { columns[name]?.column }

    /// The cells of a column; nil likewise.
    func cells(_ name: String) -> [Cell]? { columns[name].map { place, _ in rows.map { $0[place] } } }

    /// The numbers of a column, NaN where missing or a text; nil where it was not chosen or holds none.
    func numbers(_ name: String) -> [Double]? {
        let numbers = cells(name)?.map { cell in
            switch cell {
            case .integer(let number): Double(number)
            case .number(let number): number
            case .text, .missing: Double.nan
            }
        }
        return numbers?.contains(where: \.isFinite) == true ? numbers : nil
    }

    /// The texts of a column, empty where there is none; nil where it was not chosen or all are empty.
    func texts(_ name: String) -> [String]? {
        let texts = cells(name)?.map { if case .text(let text) = $0 { text } else { "" } }
        return texts?.contains { !$0.isEmpty } == true ? texts : nil
    }

    /// A value of a column as people are shown it in a picture.
    static func written(_ value: Double, _ column: Column?) -> String {
        guard let column, value.isFinite else { return PageNumber.missing }
        switch column.display {
        case .money: return PageNumber.money(value, column.unit)
        case .fixed(let places): return PageNumber.fixed(value, places)
        case .signed(let places): return PageNumber.fixed(value, places, signed: true)
        case .plain, .exact, .excerpt:
            return PageNumber.fixed(value, value == value.rounded() || abs(value) >= 100 ? 0 : 2)
        }
    }
}

/// What a page shows of a panel: its heading, the keys of its marks, and the drawing.
struct PanelView {
    let title: String
    let note: String
    let keys: [Key]
    let html: String

    /// A mark, and its newest value where it has one.
    struct Key {
        let swatch: String
        let label: String
        let value: String

        init(_ mark: Picture.Mark, value: String = "") {
            let tone = mark.tone.rawValue
            let content =
                switch mark.form {
                case .line: "<path class=\"s-\(tone)\" d=\"M0 5h14\"/>"
                case .dashes: "<path class=\"s-\(tone) dash\" d=\"M0 5h14\"/>"
                case .band: "<rect class=\"a-\(tone)\" y=\"1\" width=\"14\" height=\"8\"/>"
                case .bars: "<rect class=\"f-\(tone)\" width=\"11\" height=\"10\"/>"
                case .dots: "<path class=\"s-\(tone) dots\" d=\"M7 5h0\"/>"
                case .words: ""
                }
            swatch = content.isEmpty ? "" : "<svg class=\"key\" aria-hidden=\"true\">\(content)</svg>"
            (label, self.value) = (mark.label, value)
        }
    }
}
