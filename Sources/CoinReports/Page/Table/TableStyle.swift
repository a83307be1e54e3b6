/// The style of the page of any table, behind the theme.
enum TableStyle {
    /// The digest in the page's policy; a test compares it with the text.
    static let digest = "sha256-oma3KUqFawbW881utPaCYu5HCwDcRsot5ddtS0hNkfs="

    static let text = PageTheme.text + ChartStyle.text + own

    private static let own = """
        body { max-width: 110rem; padding: 2.5rem clamp(1rem, 3vw, 3rem) 3rem; }
        nav { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; font-size: 13px; margin-bottom: .9rem; }
        header p { margin: .5rem 0 0; max-width: 75ch; color: var(--soft); overflow-wrap: anywhere; }
        .tools { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin: 1.75rem 0 .75rem; }
        .tools label { display: flex; align-items: center; gap: .6rem; flex: 0 1 22rem; color: var(--soft); }
        .tools label[hidden] { display: none; }
        .tools input {
          flex: 1; min-width: 0; padding: .45rem .7rem; font: inherit; color: var(--ink);
          background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
        }
        .tools output { color: var(--soft); font-size: .87rem; font-variant-numeric: tabular-nums; }
        .scroll {
          overflow: auto; max-height: max(24rem, 84vh); background: var(--card);
          border: 1px solid var(--line); border-radius: .75rem; overscroll-behavior-x: contain;
        }
        table {
          border-collapse: separate; border-spacing: 0; width: 100%;
          font-size: 14px; line-height: 20px; font-variant-numeric: tabular-nums;
        }
        th, td { padding: 8px 12px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
        tbody tr:last-child > * { border-bottom: 0; }
        thead th {
          position: sticky; top: 0; z-index: 2; vertical-align: bottom; background: var(--card);
          color: var(--soft); font-size: .9em; line-height: 1.35; font-weight: 550;
        }
        thead .number { white-space: normal; text-wrap: balance; }
        thead .label { left: 0; z-index: 3; box-shadow: 1px 0 var(--line); }
        thead small { display: block; white-space: nowrap; font-size: .92em; font-weight: 400; }
        .text, .drawing, tbody th { text-align: left; }
        .text, tbody th { max-width: 17rem; unicode-bidi: plaintext; }
        .long, tbody th { white-space: normal; overflow-wrap: break-word; }
        .long { min-width: 15rem; max-width: 30rem; }
        tbody th {
          position: sticky; left: 0; z-index: 1; background: var(--card); box-shadow: 1px 0 var(--line); font-weight: 600;
          min-width: 7.75rem;
        }
        tbody tr:hover > * { background: var(--hover); }
        thead button { all: unset; cursor: pointer; position: relative; }
        thead button:hover, [aria-sort] button { color: var(--ink); }
        thead button:focus-visible { outline: 2px solid var(--link); outline-offset: 3px; border-radius: .2rem; }
        [aria-sort] button::after { position: absolute; top: 0; right: -.85em; color: var(--link); content: "\\2191"; }
        [aria-sort="descending"] button::after { content: "\\2193"; }
        .top { color: var(--link); font-weight: 700; }
        .up { color: var(--up); }
        .down { color: var(--down); }
        abbr { color: var(--soft); font-size: .9em; text-decoration: none; cursor: help; line-height: 1; }
        td svg { width: 107px; height: 24px; margin: -2px 0; }
        td path { stroke: var(--link); stroke-width: 1.3; stroke-linecap: round; stroke-linejoin: round; }
        circle { fill: var(--link); r: 2px; }
        details { margin-top: 1rem; max-width: 75ch; }
        .picture { margin-top: 1.75rem; }
        .picture h2 { margin: 0 0 .3rem; }
        .picture details { max-width: none; margin-top: .6rem; }
        .picture details .scroll { max-height: 24rem; margin-top: .5rem; }
        .charts { padding-bottom: .5rem; }
        .axis { padding: 0; }
        .axis .plot { grid-column: 2; }
        .keys { list-style: none; margin: .25rem 0 0; padding: 0; font-size: 12px; line-height: 1.5; }
        .keys b { font-weight: 650; }
        .key { display: inline-block; width: 14px; height: 10px; margin-right: .4em; }
        .s-development { stroke: var(--development); }
        .s-developers { stroke: var(--developers); }
        .s-volume { stroke: var(--volume); }
        .s-search { stroke: var(--search); }
        .s-valuation { stroke: var(--valuation); }
        [class*="s-"] { stroke-width: 1.8; }
        .dash { stroke-dasharray: 5 4; }
        .plot .dots, .key .dots { stroke-width: 8; stroke-linecap: round; }
        .f-excluded { fill: var(--bot); }
        .f-up { fill: var(--up); }
        .f-down { fill: var(--down); }
        .a-band { fill: var(--band); }
        .a-search { fill: var(--search); opacity: .25; }
        .pt { stroke: var(--ink); stroke-width: 3; }
        .plot svg svg[class] { overflow: hidden; }
        .w-up rect { fill: var(--upbg); }
        .w-up text { fill: var(--up); }
        .w-down rect { fill: var(--downbg); }
        .w-down text { fill: var(--down); }
        .w-flat rect, .w-off rect { fill: var(--flatbg); }
        .w-flat text, .w-off text { fill: var(--flat); }
        .wide { display: block; }
        .list { margin-top: .4rem; }
        .line {
          display: grid; grid-template-columns: 11rem minmax(0, 1fr) 13rem; gap: 0 .9rem; align-items: center;
          min-height: 24px; font-size: 13px; border-top: 1px solid var(--grid);
        }
        .bare { grid-template-columns: 11rem minmax(0, 1fr); }
        .wide .keys li { display: inline-block; margin-right: 1.2em; }
        .line svg { width: 100%; height: 20px; }
        .line span { overflow-wrap: anywhere; unicode-bidi: plaintext; }
        .line span:last-child { color: var(--soft); }
        .ends { border-top: 0; }
        summary { cursor: pointer; font-weight: 600; }
        dl { margin: .75rem 0 0; }
        dl div { padding: .55rem 0; border-top: 1px solid var(--line); }
        dt { font-weight: 600; }
        dd { margin: 0; color: var(--soft); overflow-wrap: anywhere; }
        code { font-weight: 400; color: var(--soft); }
        footer { margin-top: 2rem; max-width: 75ch; color: var(--soft); font-size: .87rem; }
        footer p { margin: .3rem 0; overflow-wrap: anywhere; }
        @media (max-width: 40rem) {
          body { padding-top: 1.5rem; }
          th, td { padding: 7px 9px; }
          tbody th { max-width: 8.5rem; }
          .charts { padding: .2rem .75rem .5rem; }
          .panel, .axis { grid-template-columns: minmax(0, 1fr) 3rem; gap: .3rem .4rem; }
          .panel .head { grid-column: 1 / -1; }
          .panel.wide .head, .panel.wide { display: block; }
          .axis .plot { grid-column: 1; }
          .alt { display: none; }
          .keys li { display: inline-block; margin-right: 1em; }
          .line { grid-template-columns: 5.5rem minmax(0, 1fr) 5.5rem; gap: 0 .5rem; font-size: 12px; padding: 2px 0; }
          .bare { grid-template-columns: 5.5rem minmax(0, 1fr); }
        }
        @media print {
          @page { size: landscape; margin: 10mm; }
          :root {
            --page: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --link: #00558f; --up: #00558f;
            --down: #8f3f00; --grid: #ddd; --win: #eaf3fa; --development: #005f9e; --developers: #3b97cf;
            --volume: #c47a00; --search: #8c2a66; --valuation: #22272b; --band: #6598bf; --bot: #8b939a; --gap: #b5bcc2;
            --upbg: #fff; --downbg: #fff; --flat: #333; --flatbg: #fff;
          }
          * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
          .panel, .line { break-inside: avoid; }
          .picture details:not([open]) { display: none; }
          body { padding: 0; max-width: none; font-size: 9pt; }
          .tools { display: none; }
          .scroll { overflow: visible; max-height: none; margin-top: 5mm; border: 0; }
          table { font-size: 6.5pt; line-height: 1.3; }
          th, td { padding: 1.5pt 3pt; }
          thead th, tbody th { position: static; box-shadow: none; }
          tr { break-inside: avoid; }
          td svg { width: 60pt; height: 12pt; margin: 0; }
        }

        """
}
