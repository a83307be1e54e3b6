internal import Mustache

/// The parts of the page: its head, pictures, what comes before the rows, a row, and what follows.
struct TableTemplates {
    let head: MustacheTemplate
    let picture: MustacheTemplate
    let lead: MustacheTemplate
    let row: MustacheTemplate
    let foot: MustacheTemplate

    init() throws {
        head = try PageResource.table.template("head", after: PageResource.page["head"])
        picture = try PageResource.table.template("picture")
        lead = try PageResource.table.template("lead")
        row = try PageResource.table.template("row")
        foot = try PageResource.table.template("foot")
    }
}
