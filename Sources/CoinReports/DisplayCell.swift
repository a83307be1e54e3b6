internal import CoinModel
internal import CoinTables

extension Cell {
    /// The cell as people are shown it under a column: rounded, with hidden characters visible, `N/A` when missing.
    func display(_ column: Column) -> DisplayCell {
        if case .text(let text) = self { return DisplayCell(text: text.visible, tone: .none, isMissing: false) }
        guard let number = DisplayNumber(self, column.display) else {
            return DisplayCell(text: "N/A", tone: .none, isMissing: true)
        }
        return DisplayCell(text: number.text, tone: number.tone, isMissing: false)
    }
}

/// A cell as people are shown it.
struct DisplayCell {
    let text: String
    let tone: DisplayNumber.Tone
    let isMissing: Bool
}
