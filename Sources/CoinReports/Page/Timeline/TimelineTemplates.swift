internal import Mustache

/// The parts of the page: its head, a day, its foot.
struct TimelineTemplates {
    let head: MustacheTemplate
    let day: MustacheTemplate
    let foot: MustacheTemplate

    init() throws {
        head = try PageResource.page.template("timeline-head", after: PageResource.page["head"])
        day = try PageResource.page.template("timeline-day")
        foot = try PageResource.page.template("timeline-foot")
    }
}
