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
        head = try PageFrame.template(PageFrame.head + RankingTemplates.headText)
        row = try PageFrame.template(RankingTemplates.rowText)
        middle = try PageFrame.template(RankingTemplates.middleText)
        fold = try PageFrame.template(RankingTemplates.foldText)
        foot = try PageFrame.template(RankingTemplates.footText)
        end = try PageFrame.template(RankingTemplates.endText)
    }

    private static let headText = """
        <header><div>
        <h1>{{title}}</h1>
        <p>As of <b>{{asOf}}</b>, complete weeks to {{lastDay}}. The score adds up {{score}}; each by \
        where the coin stands among the others. 50 is the middle.</p></div>
        <dl class="facts">
        <div><dt>Ranked</dt><dd>{{ranked}}<small>of {{count}} coins</small></dd></div>
        {{#figures}}
        <div><dt>{{title}}</dt><dd>{{value}}{{{line}}}<small>{{before}}</small></dd></div>
        {{/figures}}
        </dl></header>
        <main>
        <div class="tools" hidden>
        <label><span class="vh">Filter by name, symbol or id</span><input type="search" id="q" \
        placeholder="Filter by name or symbol  /" autocomplete="off" spellcheck="false"></label>
        <div class="states" role="group" aria-label="State">{{#states}}\
        <button type="button" value="{{state}}" aria-pressed="false"><span aria-hidden="true">{{sign}}</span> {{state}}\
        <small class="soft">{{count}}</small></button>{{/states}}</div>
        <label class="bysort"><span>Sort by</span><select id="by"></select></label>
        <details class="pick"><summary>Columns</summary><div>
        <label><input type="checkbox" value="2"> Developer-days</label>
        <label><input type="checkbox" value="3"> Change</label>
        <label><input type="checkbox" value="4"> State</label>
        <label><input type="checkbox" value="5"> Score</label>
        <label><input type="checkbox" value="6"> Price</label>
        <label><input type="checkbox" value="7"> Market cap</label>
        <label><input type="checkbox" value="8"> Because</label>
        {{#choices}}
        <label title="{{meaning}}"><input type="checkbox" value="{{place}}" data-n="{{name}}" data-u="{{unit}}" \
        data-f="{{form}}"> {{name}}</label>
        {{/choices}}
        </div></details>
        </div>
        <ul class="key" aria-label="Colours of the score"><li>Score:</li>{{#signals}}<li><svg aria-hidden="true">\
        <rect class="f-{{.}}" width="12" height="12" rx="2"/></svg>{{.}}</li>{{/signals}}</ul>
        <p class="vh" id="say" role="status"></p>
        <div class="sheet">
        <table class="rank"><caption class="vh">{{title}}; headings are buttons that sort</caption>
        <thead><tr>
        <th scope="col" class="c1" data-n="rank" data-d="0" aria-sort="ascending">Rank<small>80 % band</small></th>
        <th scope="col" class="c2" data-n="coin" data-d="0">Coin<small>name, symbol</small></th>
        <th scope="col" class="c3" data-n="developer-days" data-d="1">Developer-days<small>a week; 52 weeks</small></th>
        <th scope="col" class="c4" data-n="change" data-d="1">Change<small>12 v 40 w; ¼ to 4×</small></th>
        <th scope="col" class="c5" data-n="state" data-d="1">State{{#hasCalls}}<small>call</small>{{/hasCalls}}</th>
        <th scope="col" class="c6" data-n="score" data-d="1">Score<small>by signal</small></th>
        <th scope="col" class="c7" data-n="price" data-d="1">Price<small>52 weeks; 12 w</small></th>
        <th scope="col" class="c8 num" data-n="market cap" data-d="1">Market cap<small>of all</small></th>
        <th scope="col" class="c9" data-n="what adds most" data-d="1">Because<small>adds most</small></th>
        </tr></thead>
        <tbody>

        """

    /// The coin's image, where there is one, in the line of its name.
    private static let nameText =
        "{{#image}}<img src=\"{{address}}\" alt=\"\" width=\"{{width}}\" height=\"{{height}}\"> {{/image}}{{name}}"

    private static let rowText = """
        <tr data-s="{{state}}" data-t="{{words}}" data-k="{{keys}}">\
        <td class="c1"><div class="two"><b>{{rank}}</b><span>{{{band}}}<small>{{bounds}}</small></span></div></td>\
        <th class="c2" scope="row">{{#page}}<a href="{{page}}">\(nameText)</a>{{/page}}\
        {{^page}}<b tabindex="-1">\(nameText)</b>{{/page}}<small>{{symbol}}</small></th>\
        <td class="c3"><div class="two"><span>{{pace}}{{#unit}}<small>{{unit}}</small>{{/unit}}</span>{{{bars}}}</div></td>\
        <td class="c4">{{#theta}}<div class="two"><b>{{theta}}</b><span>{{{interval}}}<small>{{range}}</small></span></div>\
        {{/theta}}{{^theta}}<span class="na">–<span class="vh">{{reason}}</span></span>{{/theta}}</td>\
        <td class="c5"><span class="chip {{tone}}"><i aria-hidden="true">{{sign}}</i>{{state}}</span>{{#call}}<small>{{call}}</small>{{/call}}</td>\
        <td class="c6"><div class="two"><span>{{score}}</span><span>{{{stack}}}<small>{{known}}</small></span></div></td>\
        <td class="c7"><div class="two">{{#line}}{{{line}}}{{/line}}<span>{{price}}<small>{{change}}</small></span></div></td>\
        <td class="c8 num">{{cap}}<small>{{share}}</small></td>\
        <td class="c9">{{#because}}<span>{{.}}</span>{{/because}}</td></tr>

        """

    private static let middleText = """
        </tbody></table>
        <ul id="rest" hidden></ul>
        </div>

        """

    private static let foldText = """
        <details class="more"><summary>{{title}}</summary>
        {{#reasons}}
        <p>{{reasons}}.</p>
        {{/reasons}}
        <div class="sheet"><table class="list"><caption class="vh">{{title}}</caption><thead><tr>\
        {{#isRanked}}<th scope="col" class="num">Rank</th>{{/isRanked}}<th scope="col">Coin</th><th scope="col">State</th>\
        <th scope="col" class="num c3">Price</th><th scope="col" class="num c4">Market cap</th>\
        <th scope="col">{{#isRanked}}Because{{/isRanked}}{{^isRanked}}Why it has no rank{{/isRanked}}</th></tr></thead><tbody>
        {{#rows}}
        <tr data-s="{{state}}" data-t="{{words}}">{{#isRanked}}<td class="num">{{rank}}</td>{{/isRanked}}\
        <th class="c1" scope="row">{{#page}}<a href="{{page}}">{{name}}</a>{{/page}}{{^page}}{{name}}{{/page}} \
        <small>{{symbol}}</small></th><td class="c2"><span class="chip {{tone}}"><i aria-hidden="true">{{sign}}</i>\
        {{state}}</span></td><td class="c3 num">{{price}}</td><td class="c4 num">{{cap}}</td>\
        <td class="c5">{{#isRanked}}{{#because}}{{.}} {{/because}}{{/isRanked}}{{^isRanked}}{{reason}}{{/isRanked}}</td></tr>
        {{/rows}}
        </tbody></table></div>
        {{#isCut}}
        <p>The first {{shown}}; the filter finds all of them.</p>
        {{/isCut}}
        </details>

        """

    private static let footText = """
        </main>
        <footer>
        <p>Change is the believed ratio of weekly developer-days, 12 against 40 weeks; its band holds 90 %. The rank’s \
        band holds 80 % of the ranks that the errors of the signals allow. Missing is never zero: a signal that a coin \
        lacks adds nothing.</p>
        {{#notes}}
        <p>{{.}}</p>
        {{/notes}}
        <p>{{#hasFiles}}Files: {{#files}}<a href="{{.}}">{{.}}</a> {{/files}}{{/hasFiles}}Keys: / filters, j and k go \
        through the coins, Enter opens.</p>
        </footer>
        <script type="application/json" id="index">[
        """

    private static let endText = """
        ]</script>
        <script>{{{script}}}</script>
        </body>
        </html>

        """
}
