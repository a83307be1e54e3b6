internal import Mustache

/// The parts of the page of a coin, in their order.
struct CoinTemplates {
    let head: MustacheTemplate
    let charts: MustacheTemplate
    let prices: MustacheTemplate
    let rest: MustacheTemplate

    init() throws {
        head = try PageFrame.template(PageFrame.head + CoinTemplates.headText)
        charts = try PageFrame.template(CoinTemplates.chartsText)
        prices = try PageFrame.template(CoinTemplates.pricesText)
        rest = try PageFrame.template(CoinTemplates.restText)
    }

    private static let headText = """
        <main>
        <div class="top"><div><h1>{{#image}}<img src="{{address}}" alt="" width="{{width}}" height="{{height}}"> {{/image}}{{name}} <small class="soft">{{symbol}}</small> \
        <span class="chip {{tone}}"><i aria-hidden="true">{{sign}}</i>{{state}}</span></h1>
        <p class="verdict">{{#sentences}}{{#isStrong}}<b>{{text}}</b>{{/isStrong}}{{^isStrong}}{{text}}{{/isStrong}}{{/sentences}}</p>
        <ul class="links">{{#links}}<li><a href="{{address}}" rel="noreferrer">{{title}}</a></li>{{/links}}</ul></div>
        <dl class="facts">{{#facts}}<div><dt>{{title}}</dt><dd>{{value}}{{{picture}}}<small>{{detail}}</small></dd></div>\
        {{/facts}}</dl></div>

        """

    private static let chartsText = """
        <h2 class="vh">History by week</h2>
        <div class="stack">
        <div class="bar"><fieldset><legend>Period</legend>{{#periods}}<label class="opt">\
        <input type="radio" name="p" id="p{{name}}" value="{{weeks}}" {{checked}}><span>{{title}}</span></label>\
        {{/periods}}</fieldset><fieldset><legend>Show</legend>{{#panels}}<label class="opt">\
        <input type="checkbox" name="t" id="t{{place}}" value="{{place}}" checked><span><svg aria-hidden="true"><rect class="{{swatch}}" width="9" height="9" rx="2"/></svg>\
        {{name}}</span></label>{{/panels}}\
        {{#heat}}<label class="opt"><input type="checkbox" name="t" id="t{{place}}" value="{{place}}" checked>\
        <span><svg aria-hidden="true"><rect class="h4" width="9" height="9" rx="2"/></svg>repositories</span></label>{{/heat}}</fieldset></div>
        <div class="card charts">
        {{#panels}}
        <section class="panel g{{place}}" data-f><div class="head"><h3>{{title}}</h3><p>{{note}}</p>\
        <output>{{newest}}<small>week of {{lastWeek}}</small></output></div>{{{html}}}</section>
        {{/panels}}
        {{#heat}}
        <section class="panel g{{place}}"><div class="head"><h3 class="vh">Commits by repository</h3>\
        <ul class="rows">{{#names}}<li title="{{.}}">{{.}}</li>{{/names}}</ul><div class="scale">0 \
        <svg aria-hidden="true"><rect class="h0" width="11" height="10"/><rect class="h1" x="12" width="11" height="10"/>\
        <rect class="h2" x="24" width="11" height="10"/><rect class="h3" x="36" width="11" height="10"/>\
        <rect class="h4" x="48" width="11" height="10"/><rect class="h5" x="60" width="11" height="10"/></svg> {{most}}\
        </div></div>{{{html}}}</section>
        {{/heat}}
        <div class="axis"><label for="week" class="script" hidden>Week: drag, or ← →</label><div>\
        <input class="script" hidden type="range" id="week" min="0" max="{{last}}" value="{{last}}">{{{axis}}}</div></div>
        </div>
        <p class="note">Shaded: the last 12 complete weeks. Solid line: their mean; dashed: the mean of 52. Weeks run from \
        Sunday to Saturday, UTC. A gap is missing, never zero.{{#coarse}} {{coarse}}{{/coarse}}</p>
        </div>
        <details class="fold"><summary>The same in numbers</summary><div class="card scroll" tabindex="0" role="region" \
        aria-label="Weeks in numbers"><table>{{#numbers}}<thead><tr><th scope="col">Week of</th>{{#headings}}\
        <th scope="col">{{.}}</th>{{/headings}}</tr></thead><tbody>
        {{#rows}}
        <tr><th scope="row">{{week}}</th>{{#cells}}<td>{{.}}</td>{{/cells}}</tr>
        {{/rows}}
        {{/numbers}}
        </tbody></table></div></details>

        """

    private static let pricesText = """
        <section><h2>Price of the last month</h2><p class="note">Each span by the source that has \
        prices of most of its days, on a scale of its own, which is logarithmic where it spans four times.</p><div class="spans">
        {{#spans}}
        <div class="card"><h3>{{title}}</h3>{{{svg}}}<p>{{change}}</p><p class="soft">{{range}}</p></div>
        {{/spans}}
        </div></section>
        <details class="fold"><summary>The same in numbers</summary><div class="card scroll" tabindex="0" role="region" \
        aria-label="Prices in numbers"><table><thead><tr><th scope="col">Span</th><th scope="col">Time</th>\
        <th scope="col">Price</th><th scope="col">Source</th></tr></thead><tbody>
        {{#rows}}
        <tr><th scope="row">{{span}}</th><td>{{time}}</td><td>{{price}}</td><td>{{source}}</td></tr>
        {{/rows}}
        </tbody></table></div></details>

        """

    private static let restText = """
        {{#hasSignals}}
        <section><h2 id="score">Why this score</h2><p class="note">Each signal counts by where the coin stands among the \
        {{ranked}} ranked coins, times its weight; the bars add up from zero to the score.</p><div class="card why"><table>\
        <thead><tr><th scope="col">Signal <small>weight</small></th><th scope="col" class="num hide">Value</th>\
        <th scope="col" class="num hide">Standing</th><th scope="col">Adds up <small>from 0</small></th>\
        <th scope="col" class="num">Adds</th></tr></thead><tbody>
        {{#signals}}
        <tr><th scope="row"><svg class="sw" aria-hidden="true"><rect class="f-{{signal}}" width="11" height="11" rx="2"/></svg>\
        {{signal}} <small class="soft">{{weight}}</small></th><td class="num hide">{{value}}</td>\
        <td class="num hide">{{standing}}</td><td>{{{bar}}}<small class="soft">{{missing}}</small></td>\
        <td class="num">{{amount}}</td></tr>
        {{/signals}}
        </tbody>{{#sum}}<tfoot><tr><th scope="row">Score</th><td class="hide"></td><td class="hide"></td>\
        <td>{{{bar}}}</td><td class="num">{{amount}}</td></tr></tfoot>{{/sum}}</table></div></section>
        {{/hasSignals}}
        <section><h2>Measures</h2><div class="mea">
        {{#groups}}
        <div class="card"><h3>{{title}}</h3>
        {{#measures}}
        <details id="why-{{name}}"><summary><span>{{title}}</span><span class="val">{{value}} \
        <small class="soft">{{unit}}</small></span></summary><div class="in"><p>{{meaning}}</p>{{#lines}}<p>{{.}}</p>{{/lines}}\
        <p><code>assay why {{id}} {{name}}</code></p></div></details>
        {{/measures}}
        </div>
        {{/groups}}
        </div></section>
        {{#tables}}
        <section><h2>{{title}}</h2>{{#notes}}<p class="note">{{.}}</p>{{/notes}}<div class="card scroll" tabindex="0" \
        role="region" aria-label="{{title}}"><table><thead><tr>{{#headings}}<th scope="col" class="{{kind}}">{{title}}\
        {{#unit}} <small>{{unit}}</small>{{/unit}}</th>{{/headings}}</tr></thead><tbody>
        {{#rows}}
        <tr>{{#.}}<td class="{{kind}}">{{#address}}<a href="{{address}}" rel="noreferrer">{{text}}</a>{{/address}}\
        {{^address}}{{text}}{{/address}}</td>{{/.}}</tr>
        {{/rows}}
        </tbody></table></div></section>
        {{/tables}}
        </main>
        <footer>
        {{#notes}}
        <p>{{.}}</p>
        {{/notes}}
        </footer>
        <script type="application/json" id="data">{{{data}}}</script>
        <script>{{{script}}}</script>
        </body>
        </html>

        """
}
