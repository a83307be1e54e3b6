/// The style of the page of a timeline, behind the theme.
enum TimelineStyle {
    /// The digest in the page's policy; a test compares it with the text.
    static let digest = "sha256-26Zl/kVo4ZTBCb09FsQPs54GBXvIglecdZOo1pBXgZ8="

    static let text = PageTheme.text + own

    private static let own = """
        body{max-width:64rem}
        nav{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;font-size:13px;margin-bottom:.9rem}
        header p{margin:.5rem 0 0;max-width:75ch;color:var(--soft);overflow-wrap:anywhere}
        h2{margin:1.75rem 0 .5rem}
        ul{list-style:none;padding:0}
        .card{background:var(--card);border:1px solid var(--line);border-radius:10px}
        li{display:grid;grid-template-columns:6.5rem 14rem minmax(0,1fr);gap:.15rem .9rem;align-items:baseline;padding:.5rem .9rem;
          border-top:1px solid var(--grid)}
        li:first-child{border-top:0}
        li>b{font-weight:600}
        li>b,li>span{overflow-wrap:anywhere;unicode-bidi:plaintext}
        .chip{justify-self:start}
        @media (max-width:40rem){
          li{grid-template-columns:auto minmax(0,1fr)}
          li>span:last-child{grid-column:1/-1}
        }
        @media print{
          :root{--page:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--grid:#ddd;--link:#00558f;--up:#00558f;--down:#8f3f00;
            --upbg:#fff;--downbg:#fff;--flat:#333;--flatbg:#fff}
          body{padding:0;max-width:none;font-size:9pt}
          li{break-inside:avoid}
        }

        """
}
