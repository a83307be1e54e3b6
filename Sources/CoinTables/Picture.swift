public import CoinModel

/// How a page draws what a table says: each value that is drawn is a cell of the table, under a column named here.
///
/// A mark whose columns were not chosen, or hold no value, is left out, and so is a picture that has no other.
public struct Picture: Sendable {
    /// What it shows, in a few words.
    public let title: String
    /// What is to be seen and how to read it, in a sentence or two.
    public let note: String
    /// What its panels have in common.
    public let axis: Axis
    /// The drawings, one below the other.
    public let panels: [Panel]

    /// A picture.
    public init(_ title: String, note: String, _ axis: Axis, _ panels: [Panel]) {
        (self.title, self.note, self.axis, self.panels) = (title, note, axis, panels)
    }

    /// What panels are drawn along.
    public enum Axis: Sendable {
        /// The weeks from the oldest row's to the newest one's, by the column of their first days; some of them shaded.
        case weeks(String, shaded: [ClosedRange<Week>] = [])
        /// The days from the oldest row's to the newest one's, as far apart as these rows are, by the column of their dates.
        case days(String)
        /// A line for each row: its names, its values in words, and how many rows are drawn at most of those with a value
        /// and of those without.
        case rows(label: [String], beside: [Words], most: Int)
    }

    /// The value of a column, written behind a text; a missing one is a dash, and an empty one is left out with the text.
    public struct Words: Sendable {
        /// What stands before it.
        public let before: String
        /// The column.
        public let column: String
        /// What stands behind it, where it is there.
        public let after: String

        /// A value in words.
        public init(_ before: String = "", _ column: String, _ after: String = "") {
            (self.before, self.column, self.after) = (before, column, after)
        }
    }

    /// Marks on a common scale.
    public struct Panel: Sendable {
        /// What is drawn.
        public let title: String
        /// What the values are; may be empty.
        public let note: String
        /// Where values lie.
        public let scale: Scale
        /// Panels of one group have the same scale; nil for one of its own.
        public let group: String?
        /// What is drawn, one over the other.
        public let marks: [Mark]

        /// A panel.
        public init(_ title: String, note: String = "", _ scale: Scale, group: String? = nil, _ marks: [Mark]) {
            (self.title, self.note, self.scale, self.group, self.marks) = (title, note, scale, group, marks)
        }
    }

    /// Where values lie in a panel.
    public enum Scale: Sendable {
        /// From zero to the greatest; over rows to both sides of zero.
        case counts
        /// From the least to the greatest, logarithmic where positive values span four times.
        case span
        /// From 0 to 100.
        case index
        /// The first on top.
        case ranks
        /// Logarithmic to both sides of 1, up to sixteen times; over rows only.
        case ratio
        /// No scale: words.
        case words
    }

    /// One thing that is drawn.
    public struct Mark: Sendable {
        /// How it is drawn.
        public let form: Form
        /// What a key calls it; empty where the panel's title says all.
        public let label: String
        /// Its colour.
        public let tone: Tone

        /// A mark.
        public init(_ form: Form, _ tone: Tone, _ label: String = "") {
            (self.form, self.label, self.tone) = (form, label, tone)
        }
    }

    /// How values of columns are drawn.
    public enum Form: Sendable {
        /// A line that breaks where a value is missing.
        case line(String)
        /// The same, dashed.
        case dashes(String)
        /// From one column to another.
        case band(String, String)
        /// Bars from zero, or from the end of the bars before them.
        case bars(String)
        /// Single values.
        case dots(String)
        /// The mean of so many of the newest values, as a level line over them.
        case mean(String, of: Int)
        /// The highest value so far, as a line above the values, and the values at the ends in words.
        case peaks(String)
        /// Texts, each over the places that follow one another with it.
        case words(String)
    }

    /// Colours, by the signals that pages show in them; none is told apart by colour alone.
    public enum Tone: String, CaseIterable, Sendable {
        case development, developers, volume, search, valuation
        /// What does not count.
        case excluded
        /// How sure a value is.
        case band
        /// What is above or below zero, by its sign.
        case sign
    }
}

extension Picture.Form {
    /// The columns that it reads.
    public var columns: [String] {
        switch self {
        case .line(let name), .dashes(let name), .bars(let name), .dots(let name), .words(let name), .peaks(let name),
            .mean(let name, _):
            [name]
        case .band(let low, let high): [low, high]
        }
    }
}
