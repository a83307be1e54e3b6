/// The style of the page of a ranking, behind the theme.
enum RankingStyle {
    /// The digest in the page's policy; a test compares it with the text.
    static let digest = "sha256-GECOXeVOgx29PEBUgoGAI/NqTANmAOeLHq70bVXtaY8="

    static let text = PageTheme.text + own

    private static let own = """
        header{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:1rem 3rem;align-items:end}
        header p{margin-top:.45rem;max-width:64ch;color:var(--soft)}header p b{color:var(--ink);font-weight:600}
        .facts{display:flex;gap:0 1.75rem}
        .facts div{min-width:5.6rem}.facts dt{color:var(--soft);font-size:12px}.facts dd{font-size:1.15rem;
          font-weight:650;line-height:1.3;white-space:nowrap}
        nav{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;font-size:13px;margin-bottom:.9rem}
        .facts svg{width:96px;height:26px;margin-top:3px}.facts path{stroke:var(--soft);stroke-width:1.5;
          stroke-linejoin:round}.facts .e{stroke:var(--ink);stroke-width:5;stroke-linecap:round}
        .facts dd small{display:block;font-weight:400}
        header{margin-bottom:1.1rem}.tools{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:center;
          margin:0 0 .6rem}
        input[type=search],select{font:inherit;color:inherit;background:var(--card);border:1px solid var(--soft);
          border-radius:7px;padding:6px 10px;min-height:36px}
        input[type=search]{width:15rem}
        .states{display:flex;flex-wrap:wrap;gap:.35rem}
        .states button,.pick summary{font:inherit;font-size:13px;color:var(--ink);background:var(--card);
          border:1px solid var(--line);border-radius:99px;padding:5px 12px;min-height:36px;cursor:pointer}
        .states button[aria-pressed=true]{border-color:var(--link);box-shadow:inset 0 0 0 1px var(--link);
          font-weight:650}
        .states small{margin-left:.3em}
        .pick{position:relative;margin-left:auto}.pick summary{list-style:none;border-radius:7px;line-height:24px}
          .pick summary::-webkit-details-marker{display:none}
        .pick div{position:absolute;max-height:70vh;overflow:auto;right:0;z-index:5;margin-top:4px;padding:.6rem .9rem;width:15rem;
          background:var(--card);border:1px solid var(--line);border-radius:8px;box-shadow:0 6px 24px #0003}
        .pick label{display:flex;gap:.6em;padding:4px 0;align-items:center}
        .key{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;margin:0 0 .6rem;color:var(--soft);font-size:12.5px;
          list-style:none;padding:0}
        .key li{display:flex;gap:.4rem;align-items:center}.key svg{width:12px;height:12px;flex:none}
        .sheet{background:var(--card);border:1px solid var(--line);border-radius:10px}
        .sheet.wide{overflow:auto;max-height:calc(100vh - 2rem)}
        table{border-collapse:separate;border-spacing:0;width:100%}
        caption{text-align:left}
        .rank thead th{position:sticky;top:0;z-index:2;background:var(--card);vertical-align:top;padding:9px 7px 7px;
          text-align:left;font-size:12.5px;font-weight:600;line-height:1.25;border-bottom:1px solid var(--soft);
          white-space:nowrap}
        .rank thead tr:first-child th:first-child{border-top-left-radius:10px}
          .rank thead tr:first-child th:last-child{border-top-right-radius:10px}
        .rank thead small{display:block;font-weight:400}
        .rank thead button{all:unset;cursor:pointer;position:relative;padding-right:1.1em}
        .rank thead button:focus-visible{outline:2px solid var(--link);outline-offset:4px;border-radius:3px}
        .rank thead button::after{content:"↕";color:var(--soft);opacity:.55;position:absolute;top:0;right:0}
        .rank thead button:hover::after{opacity:1}
        .rank [aria-sort=ascending] button::after{content:"↑";color:var(--link);opacity:1}
          .rank [aria-sort=descending] button::after{content:"↓";color:var(--link);opacity:1}
        .rank tbody td,.rank tbody th{height:48px;padding:0 7px;border-bottom:1px solid var(--grid);text-align:left;
          font-weight:400;vertical-align:middle;white-space:nowrap}
        .rank tbody tr:last-child>*{border-bottom:0}
        .rank tbody tr:hover>*{background:var(--hover)}
        .rank tbody th a,.rank tbody th b{font-weight:650;color:var(--ink);text-decoration:none;display:block;
          max-width:100%;overflow:hidden;text-overflow:ellipsis}
        .rank tbody th a:hover{text-decoration:underline;color:var(--link)}
        .rank{table-layout:fixed}
        .rank thead .c1{width:112px}.rank thead .c2{width:146px}.rank thead .c3{width:158px}.rank thead .c4{width:154px}
          .rank thead .c5{width:102px}.rank thead .c6{width:148px}.rank thead .c7{width:146px}
          .rank thead .c8{width:102px}.rank thead .c9{width:142px}.rank thead .x{width:112px}
        .rank small{display:block;line-height:1.3}
        .two{display:grid;grid-template-columns:auto 1fr;gap:0 8px;align-items:center}
        .two>b{font-weight:650;text-align:right}.two>span:first-child{text-align:right}
        .rank td.num{text-align:right}.rank th.num{text-align:right}
        .c1 .two>b{width:1.5em;font-size:15px}.c3 .two>span{width:2.5em}.c4 .two>b{width:3.1em}
          .c6 .two>span:first-child{width:2.4em}
        .rk{width:66px;height:12px}.db{width:104px;height:26px}.iv{width:86px;height:14px}.sc{width:88px;height:14px}
          .pr{width:66px;height:24px}
        .ax{stroke:var(--gap)}.bd{stroke:var(--band);stroke-width:7}.pt{stroke:var(--ink);stroke-width:3}
        .db path{stroke:var(--bar);stroke-width:2;shape-rendering:crispEdges}.db .r{stroke:var(--development)}
        .pr path{stroke:var(--soft);stroke-width:1.4;stroke-linejoin:round}.pr .e{stroke:var(--ink);stroke-width:4.5;
          stroke-linecap:round}
        .c9{font-size:12px;color:var(--soft);line-height:1.3}.c9 span{display:block;overflow:hidden;text-overflow:ellipsis}
        .na{color:var(--soft)}
        .more{margin-top:1.25rem}.more summary{cursor:pointer;font-weight:650;padding:.5rem 0}
        .more p{max-width:75ch;color:var(--soft);margin-bottom:.6rem}
        .list td,.list th{padding:7px 10px;border-bottom:1px solid var(--grid);text-align:left;vertical-align:middle;
          font-weight:400}
        .list thead th{font-size:12.5px;font-weight:600;border-bottom-color:var(--soft)}
          .list tr:last-child>*{border-bottom:0}.list .num{text-align:right;white-space:nowrap}
        .list th a{font-weight:600;color:var(--ink)}.list tbody th small{display:inline;margin-left:.4em}
        #rest{list-style:none;padding:.6rem 1rem;margin:.6rem 0 0}#rest li{padding:3px 0}
        .bysort{display:none}
        .rank thead .c1,.rank tbody .c1{padding-left:12px}
        @media screen and (max-width:1279px){.rank:not([data-set]) .c9{display:none}}
        @media screen and (max-width:1127px){.rank:not([data-set]) .c8{display:none}
          header{grid-template-columns:minmax(0,1fr)}}
        @media screen and (max-width:1020px){.rank:not([data-set]) .c7{display:none}}
        @media screen and (max-width:870px){.rank:not([data-set]) .c6{display:none}}
        @media screen and (max-width:760px){
        body{padding:1rem 1rem 2rem}
        .facts{display:grid;grid-template-columns:1fr 1fr;gap:.7rem 1rem}.facts div{min-width:0}
        .tools input[type=search]{width:100%}.tools label{width:100%}.bysort{display:flex;gap:.5rem;align-items:center;
          width:100%}.bysort select{flex:1}.pick{display:none}
        .states button{padding:5px 10px}
        .rank thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
        .rank,.rank tbody{display:block}
        .rank tbody tr{display:grid;grid-template-columns:2.7rem 3.6rem minmax(0,1fr) auto;
          grid-template-areas:"r n n s" "i y d c";gap:3px 10px;align-items:center;padding:8px 12px;
          border-bottom:1px solid var(--grid)}
        .rank tbody tr:last-child{border-bottom:0}
        .rank tbody td,.rank tbody th,.rank tbody .c1{display:none;height:auto;padding:0;border:0}
        .rank tbody .c1,.rank tbody .c2,.rank tbody .c4{display:contents}
        .rank tbody .c3{display:block;grid-area:d}.rank tbody .c5{display:block;grid-area:s;justify-self:end;text-align:right}
        .c1 .two,.c4 .two{display:contents}.c1 svg,.c4 svg,.c3 .two>span,.key{display:none}.rank .c3 .two{display:block}
        .rank .c1 .two>b{grid-area:r;width:auto;text-align:left;font-size:17px}.rank .c1 small{grid-area:i}
        .rank tbody .c2 a,.rank tbody .c2 b{grid-area:n;font-size:15px;max-width:none}.rank .c2 small{grid-area:y}
        .rank .c4 .two>b{grid-area:c;width:auto;text-align:right}.c4 span{display:none}
        .rank tbody tr:hover>*{background:none}
        .list thead{display:none}.list td,.list th{padding:6px 12px}.list .c3,.list .c4{display:none}
        }
        @media print{
        @page{size:A4 landscape;margin:10mm}
        :root{--page:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--grid:#ccc;--win:#eef4f9;--link:#000;
          --up:#00558f;--upbg:#fff;--down:#8f3f00;--downbg:#fff;--flat:#333;--flatbg:#fff;--development:#005f9e;
          --developers:#3b97cf;--volume:#c47a00;--search:#8c2a66;--valuation:#22272b;--bar:#6598bf;--band:#6598bf;
          --bot:#8b939a;--gap:#999}
        *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
        body{padding:0;max-width:none;font-size:8.5pt}.tools{display:none}.sheet{border:0}small,
          .c9{font-size:7pt!important}
        .chip{font-size:7.5pt;padding-left:0}
        .rank thead th{position:static;font-size:7.5pt;padding:2pt 4pt}.rank thead button::after{display:none}
        .rank{table-layout:auto}.rank tbody td,.rank tbody th{height:27pt;padding:0 3pt}.rank thead button{padding:0}
          header{grid-template-columns:minmax(0,1fr) auto}tr{break-inside:avoid}thead{display:table-header-group}
        .c1 .two>b{font-size:9pt}
        details::details-content{content-visibility:visible;height:auto}
        }


        """
}
