internal import Mustache

/// The parts of the page: its head, pictures, what comes before the rows, a row, and what follows.
struct TableTemplates {
    let head: MustacheTemplate
    let picture: MustacheTemplate
    let lead: MustacheTemplate
    let row: MustacheTemplate
    let foot: MustacheTemplate

    init() throws {
        head = try PageFrame.template(PageFrame.head + TableTemplates.headText)
        picture = try PageFrame.template(TableTemplates.pictureText)
        lead = try PageFrame.template(TableTemplates.leadText)
        row = try PageFrame.template(TableTemplates.rowText)
        foot = try PageFrame.template(TableTemplates.footText)
    }

    private static let headText = """
        <header>
        \(PageFrame.heading)\
        {{#lead}}
        <p>{{.}}</p>
        {{/lead}}
        </header>
        <main>

        """

    private static let pictureText = """
        <section class="picture">
        <h2>{{title}}</h2>
        <p class="note">{{note}}</p>
        <div class="card charts">
        {{#panels}}
        <div class="panel {{kind}}"><div class="head">{{#title}}<h3>{{title}}</h3>{{/title}}\
        {{#note}}<p>{{note}}</p>{{/note}}{{#hasKeys}}<ul class="keys">\
        {{#keys}}<li>{{{swatch}}}{{label}} <b>{{value}}</b></li>{{/keys}}</ul>{{/hasKeys}}</div>{{{html}}}</div>
        {{/panels}}
        {{#hasAxis}}
        <div class="axis">{{{axis}}}</div>
        {{/hasAxis}}
        </div>
        {{#numbers}}
        <details>
        <summary>The same in numbers</summary>
        <div class="scroll" role="region" aria-label="{{title}}" tabindex="0">
        <table>
        <thead><tr>{{#headings}}<th scope="col" class="{{kind}}">{{title}}\
        {{#unit}}<small>{{unit}}</small>{{/unit}}</th>{{/headings}}</tr></thead>
        <tbody>
        {{#rows}}
        <tr>{{#.}}<td class="{{kind}}">{{text}}</td>{{/.}}</tr>
        {{/rows}}
        </tbody>
        </table>
        </div>
        </details>
        {{/numbers}}
        </section>

        """

    private static let leadText = """
        <div class="tools">
        <label hidden>Filter<input type="search" placeholder="any cell" autocomplete="off" spellcheck="false"></label>
        <output aria-live="polite">{{count}}</output>
        </div>
        <div class="scroll" id="rows" role="region" aria-label="{{title}}" tabindex="0">
        <table>
        <thead>
        <tr>
        {{#headings}}
        <th scope="col" class="{{kind}}"{{#meaning}} title="{{meaning}}"{{/meaning}}>{{title}}\
        {{#unit}}<small>{{unit}}</small>{{/unit}}</th>
        {{/headings}}
        </tr>
        </thead>
        <tbody>

        """

    private static let rowText = """
        <tr>
        {{#cells}}
        {{#label}}
        <th scope="row">{{#page}}<a href="{{page}}">{{/page}}{{content}}{{#page}}</a>{{/page}}</th>
        {{/label}}
        {{#text}}
        <td class="text{{size}}">{{#page}}<a href="{{page}}">{{/page}}{{content}}{{#page}}</a>{{/page}}</td>
        {{/text}}
        {{#links}}
        <td class="text long">{{#addresses}}<a href="{{.}}" rel="noreferrer">{{.}}</a> {{/addresses}}</td>
        {{/links}}
        {{#number}}
        <td{{#tone}} class="{{tone}}"{{/tone}}{{#exact}} data-v="{{exact}}"{{/exact}}>{{content}}</td>
        {{/number}}
        {{#missing}}
        <td{{#tone}} class="{{tone}}"{{/tone}}><abbr title="{{reason}}">N/A</abbr></td>
        {{/missing}}
        {{#drawing}}
        <td><svg viewBox="-2 -2 107 24" role="img"><title>{{content}}</title>\
        <path d="{{path}}"/><circle cx="{{x}}" cy="{{y}}"/></svg></td>
        {{/drawing}}
        {{/cells}}
        </tr>

        """

    private static let footText = """
        </tbody>
        </table>
        </div>
        <details>
        <summary>What the columns mean</summary>
        <dl>
        {{#headings}}
        <div><dt>{{title}} <code>{{name}}</code></dt><dd>{{meaning}}{{#unit}} <small>Unit: {{unit}}</small>{{/unit}}</dd></div>
        {{/headings}}
        </dl>
        </details>
        {{#hasReasons}}
        <details>
        <summary>Why some values are missing</summary>
        <dl>
        {{#reasons}}
        <div><dt><code>{{code}}</code></dt><dd>{{meaning}}</dd></div>
        {{/reasons}}
        </dl>
        </details>
        {{/hasReasons}}
        </main>
        {{#hasNotes}}
        <footer>
        {{#notes}}
        <p>{{.}}</p>
        {{/notes}}
        </footer>
        {{/hasNotes}}
        <script>{{{script}}}</script>
        </body>
        </html>

        """
}
