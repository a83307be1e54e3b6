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
        /// Whether lines are named at their ends, with their newest values.
        public var namesEnds = false
        /// How high it is drawn; nil for the height of its scale.
        public var height: Double?

        /// A panel.
        public init(_ title: String, note: String = "", _ scale: Scale, group: String? = nil, _ marks: [Mark]) {
            (self.title, self.note, self.scale, self.group, self.marks) = (title, note, scale, group, marks)
        }
    }

    /// Where values lie in a panel.
    public enum Scale: Sendable {
        /// From zero to the greatest.
        case counts
        /// From the least to the greatest, logarithmic where positive values span four times.
        case span
        /// From 0 to 100.
        case index
        /// Linear from zero, below it too where values are.
        case amounts
        /// Percent: from the least to the greatest, and never beyond 100.
        case share
        /// The first on top.
        case ranks
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

    /// Colours, by the signals that pages show in them; none differs by colour alone.
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
