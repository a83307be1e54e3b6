internal import Mustache

/// The parts of the page of a coin, in their order.
struct CoinTemplates {
    let head: MustacheTemplate
    let charts: MustacheTemplate
    let prices: MustacheTemplate
    let rest: MustacheTemplate

    init() throws {
        head = try PageResource.coin.template("head", after: PageResource.page["head"])
        charts = try PageResource.coin.template("charts")
        prices = try PageResource.coin.template("prices")
        rest = try PageResource.coin.template("rest")
    }
}
