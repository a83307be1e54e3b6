/// The style of the page.
enum TableStyle {
    /// The digest in the page's policy; a test compares it with the text.
    static let digest = "sha256-+NH/s/NrPmger1bAr7NtdKIf2qO4ayfTezLk8PLPTk4="

    static let text = """
        :root {
          --paper: #f6f5f1; --surface: #fffefb; --ink: #1d2327; --muted: #666d73; --line: #e5e2da; --hover: #f4f1e8;
          --accent: #0f6b63; --up: #17703f; --down: #b23325;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #101315; --surface: #171b1e; --ink: #e3e5e4; --muted: #98a1a7; --line: #2a3035; --hover: #1f2529;
            --accent: #63c5b8; --up: #6bcb92; --down: #f1917f;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0 auto; padding: 2.5rem clamp(1rem, 3vw, 3rem) 3rem; max-width: 110rem;
          background: var(--paper); color: var(--ink);
          font: 15px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
        }
        h1 {
          margin: 0; font-size: clamp(1.4rem, 1.1rem + 1.2vw, 2rem); font-weight: 650; line-height: 1.2;
          letter-spacing: -0.015em; text-wrap: balance; overflow-wrap: anywhere;
        }
        header p { margin: .5rem 0 0; max-width: 75ch; color: var(--muted); overflow-wrap: anywhere; }
        .tools { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin: 1.75rem 0 .75rem; }
        .tools label { display: flex; align-items: center; gap: .6rem; flex: 0 1 22rem; color: var(--muted); }
        .tools label[hidden] { display: none; }
        .tools input {
          flex: 1; min-width: 0; padding: .45rem .7rem; font: inherit; color: var(--ink);
          background: var(--surface); border: 1px solid var(--line); border-radius: .5rem;
        }
        .tools output { color: var(--muted); font-size: .87rem; font-variant-numeric: tabular-nums; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
        .scroll {
          overflow: auto; max-height: max(24rem, 84vh); background: var(--surface);
          border: 1px solid var(--line); border-radius: .75rem; overscroll-behavior-x: contain;
        }
        table {
          border-collapse: separate; border-spacing: 0; width: 100%;
          font-size: 14px; line-height: 20px; font-variant-numeric: tabular-nums;
        }
        th, td { padding: 8px 12px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
        tbody tr:last-child > * { border-bottom: 0; }
        thead th {
          position: sticky; top: 0; z-index: 2; vertical-align: bottom; background: var(--surface);
          color: var(--muted); font-size: .9em; line-height: 1.35; font-weight: 550;
        }
        thead .number { white-space: normal; text-wrap: balance; }
        thead .label { left: 0; z-index: 3; box-shadow: 1px 0 var(--line); }
        thead small { display: block; white-space: nowrap; font-size: .92em; font-weight: 400; }
        .text, .drawing, tbody th { text-align: left; }
        .text, tbody th { max-width: 17rem; white-space: normal; overflow-wrap: break-word; unicode-bidi: plaintext; }
        tbody th {
          position: sticky; left: 0; z-index: 1; background: var(--surface); box-shadow: 1px 0 var(--line); font-weight: 600;
        }
        tbody tr:hover > * { background: var(--hover); }
        thead button { all: unset; cursor: pointer; position: relative; }
        thead button:hover, [aria-sort] button { color: var(--ink); }
        thead button:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: .2rem; }
        [aria-sort] button::after { position: absolute; top: 0; right: -.85em; color: var(--accent); content: "\\2191"; }
        [aria-sort="descending"] button::after { content: "\\2193"; }
        .top { color: var(--accent); font-weight: 700; }
        .up { color: var(--up); }
        .down { color: var(--down); }
        abbr { color: var(--muted); font-size: .9em; text-decoration: none; cursor: help; line-height: 1; }
        svg { display: block; width: 107px; height: 24px; margin: -2px 0; overflow: visible; }
        path { fill: none; stroke: var(--accent); stroke-width: 1.3; stroke-linecap: round; stroke-linejoin: round; }
        circle { fill: var(--accent); r: 2px; }
        details { margin-top: 1rem; max-width: 75ch; }
        summary { cursor: pointer; font-weight: 600; }
        dl { margin: .75rem 0 0; }
        dl div { padding: .55rem 0; border-top: 1px solid var(--line); }
        dt { font-weight: 600; }
        dd { margin: 0; color: var(--muted); overflow-wrap: anywhere; }
        code { font: .85em ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-weight: 400; color: var(--muted); }
        footer { margin-top: 2rem; max-width: 75ch; color: var(--muted); font-size: .87rem; }
        footer p { margin: .3rem 0; overflow-wrap: anywhere; }
        @media (max-width: 40rem) {
          body { padding-top: 1.5rem; }
          th, td { padding: 7px 9px; }
          .text, tbody th { max-width: 8.5rem; }
        }
        @media print {
          @page { size: landscape; margin: 10mm; }
          :root {
            --paper: #fff; --surface: #fff; --ink: #000; --muted: #444; --line: #bbb;
            --accent: #0f6b63; --up: #17703f; --down: #b23325;
          }
          body { padding: 0; max-width: none; font-size: 9pt; }
          .tools { display: none; }
          .scroll { overflow: visible; max-height: none; margin-top: 5mm; border: 0; }
          table { font-size: 6.5pt; line-height: 1.3; }
          th, td { padding: 1.5pt 3pt; }
          thead th, tbody th { position: static; box-shadow: none; }
          tr { break-inside: avoid; }
          svg { width: 60pt; height: 12pt; margin: 0; }
        }

        """
}
