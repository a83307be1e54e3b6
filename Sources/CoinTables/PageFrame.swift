public import CoinModel

/// What stands around the content of every page: where to go, of which day it is, and whose figures it shows.
public struct PageFrame: Sendable {
    /// Pages to go to in the one order that all pages have, the page itself among them; none where a page stands alone.
    public var pages: [PageLink] = []
    /// Pages that the foot leads to.
    public var further: [PageLink] = []
    /// The moment that the page is of, beside the pages to go to; nil where none is named.
    public var asOf: AsOf?
    /// Whose figures they are, and under which licence: a sentence each.
    public var credits: [String] = []

    /// A page that stands alone.
    public init() {}
}

/// A page to go to.
public struct PageLink: Sendable {
    /// What it is called.
    public let title: String
    /// Its address relative to the page that leads to it.
    public let address: String
    /// Whether it is the page itself, or the one that it belongs to.
    public var isCurrent = false

    /// A page by its title and address.
    public init(_ title: String, _ address: String, isCurrent: Bool = false) {
        self.title = title
        self.address = address
        self.isCurrent = isCurrent
    }
}

/// A figure at the head of a page, as people read it.
public struct PageTile: Sendable {
    /// What it is.
    public let title: String
    /// The figure with its unit; `–` where it is missing, with the reason as its note.
    public let value: String
    /// Of what and of when it is; empty for nothing to add.
    public let note: String

    /// A figure with its title and a note below it.
    public init(_ title: String, _ value: String, note: String = "") {
        self.title = title
        self.value = value
        self.note = note
    }
}
