internal import Mustache

/// The parts of the page of a ranking, in their order.
struct RankingTemplates {
    let head: MustacheTemplate
    let row: MustacheTemplate
    let middle: MustacheTemplate
    let fold: MustacheTemplate
    let foot: MustacheTemplate
    let end: MustacheTemplate

    init() throws {
        head = try PageResource.ranking.template("head", after: PageResource.page["head"])
        row = try PageResource.ranking.template("row")
        middle = try PageResource.ranking.template("middle")
        fold = try PageResource.ranking.template("fold")
        foot = try PageResource.ranking.template("foot")
        end = try PageResource.ranking.template("end")
    }
}
