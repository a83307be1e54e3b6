internal import Mustache

/// The parts of the page: its head, a day, its foot.
struct TimelineTemplates {
    let head: MustacheTemplate
    let day: MustacheTemplate
    let foot: MustacheTemplate

    init() throws {
        head = try PageFrame.template(PageFrame.head + TimelineTemplates.headText)
        day = try PageFrame.template(TimelineTemplates.dayText)
        foot = try PageFrame.template(TimelineTemplates.footText)
    }

    private static let headText = """
        <header>
        \(PageFrame.heading)\
        <p>{{lead}} {{count}}</p>
        </header>
        <main>

        """

    private static let dayText = """
        <section>
        <h2><time datetime="{{date}}">{{day}}</time></h2>
        <ul class="card">
        {{#items}}
        <li><span class="chip {{tone}}"><i aria-hidden="true">{{sign}}</i>{{kind}}</span>\
        <b>{{#page}}<a href="{{page}}">{{/page}}{{coin}}{{#page}}</a>{{/page}}</b><span>{{what}}</span></li>
        {{/items}}
        </ul>
        </section>

        """

    private static let footText = """
        </main>
        <footer>
        {{#notes}}
        <p>{{.}}</p>
        {{/notes}}
        </footer>
        </body>
        </html>

        """
}
