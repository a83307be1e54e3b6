/// The style of the page of a coin, behind the theme.
enum CoinStyle {
    /// The digest in the page's policy; a test compares it with the text.
    static let digest = "sha256-+VxxKygUymwCU0POPVkVy8mrsGbe6E/NCPcCJ80iSPg="

    static let text = PageTheme.text + ChartStyle.text + own

    private static let own = """
        nav{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;font-size:13px;margin-bottom:.9rem}
        .top{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:1rem 3rem;align-items:start}
        .top h1{display:flex;flex-wrap:wrap;gap:.15em .5em;align-items:center}.top h1 small{font-size:.55em;
          font-weight:500;letter-spacing:0}
        .verdict{font-size:1.08rem;line-height:1.5;max-width:62ch;margin-top:.6rem}
        .links{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;margin-top:.7rem;font-size:13px;padding:0;list-style:none}
        .facts{display:grid;grid-template-columns:auto auto auto;gap:.8rem 2rem}
        .facts dt{color:var(--soft);font-size:12px}.facts dd{font-size:1.15rem;font-weight:650;line-height:1.3;
          white-space:nowrap}.facts dd small{display:block;font-weight:400}
        .facts svg{width:96px;height:12px;margin:3px 0}
        .ax{stroke:var(--gap)}.bd{stroke:var(--band);stroke-width:7}.pt{stroke:var(--ink);stroke-width:3}
        .bar{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;margin:1.6rem 0 .6rem}
        fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.3rem;align-items:center;min-width:0}
        legend{float:left;color:var(--soft);font-size:12.5px;margin-right:.6rem}
        .opt{position:relative;display:inline-flex}
        .opt input{position:absolute;inset:0;opacity:0;margin:0;cursor:pointer;width:100%;height:100%}
        .opt span{padding:4px 11px;border:1px solid var(--line);border-radius:99px;background:var(--card);
          font-size:13px;line-height:22px}
        .opt input[type=radio]:checked+span{border-color:var(--link);box-shadow:inset 0 0 0 1px var(--link);
          font-weight:650}
        .opt input:focus-visible+span{outline:2px solid var(--link);outline-offset:2px}
        .opt svg{display:inline-block;width:9px;height:9px;margin-right:.45em}
          .opt input[type=checkbox]:not(:checked)+span{color:var(--soft);border-style:dashed;
          text-decoration:line-through}.opt input:not(:checked)+span svg{opacity:.2}
        .panel output{display:block;font-size:1.05rem;font-weight:650;margin-top:.25rem;line-height:1.25}
          .panel output small{display:block;font-weight:400}
        .plot,.yax{display:none}
        .k52{display:block}
        .stack:has(#p13:checked,#p26:checked,#p104:checked,#pall:checked) .k52{display:none}
        .stack:has(#p13:checked) .k13,.stack:has(#p26:checked) .k26,.stack:has(#p104:checked) .k104,
          .stack:has(#pall:checked) .kall{display:block}
        text.w{paint-order:stroke;stroke:var(--win);stroke-width:4px;stroke-linejoin:round}
        .b0{opacity:.62}.b-developer-days,.b-commits{fill:var(--development)}.b-developers{fill:var(--developers)}.b-volume{fill:var(--volume)}
          .b-others{fill:var(--bot)}
        .l-price{stroke:var(--valuation);stroke-width:1.8}.l-search{stroke:var(--search);stroke-width:1.8}
          .l-rank{stroke:var(--ink);stroke-width:1.8}
        .rng{stroke:var(--soft);stroke-width:3;opacity:.35}.below{fill:var(--gap);opacity:.38}.pk{stroke:var(--soft);
          stroke-dasharray:3 3}
        .a-search{fill:var(--search);opacity:.25}.a-rank{fill:var(--band)}
        .m12{stroke:var(--ink);stroke-width:2}.m52{stroke:var(--ink);stroke-width:1.2;stroke-dasharray:5 4}
        .hol{stroke:var(--search);stroke-width:9;
          stroke-linecap:round}.hol2{stroke:var(--card);stroke-width:5;stroke-linecap:round}
        .h0{fill:var(--h0)}.h1{fill:var(--h1)}.h2{fill:var(--h2)}.h3{fill:var(--h3)}.h4{fill:var(--h4)}
          .h5{fill:var(--h5)}
        .hm{stroke:var(--gap);stroke-width:1}
        .rows{padding:0;margin:.2rem 0 0;list-style:none;font-size:12px;line-height:22px}.rows li{height:22px;
          overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
        .scale{display:flex;align-items:center;gap:4px;font-size:11.5px;color:var(--soft);margin-top:.3rem}
          .scale svg{width:70px;height:10px}
        .axis{position:sticky;bottom:0;background:var(--card);border-top:1px solid var(--soft);
          border-radius:0 0 10px 10px;padding:.3rem 0 .45rem;z-index:2}
        .axis>div{grid-column:2}.axis label{font-size:12px;color:var(--soft);align-self:center}.axis input{width:100%;
          margin:0;display:block;height:20px;accent-color:var(--link)}
        .stack:has(#p13:checked) #week{margin:0 calc(3.846% - 8px);width:calc(92.308% + 16px)}
          .stack:has(#p26:checked) #week{margin:0 calc(1.923% - 8px);width:calc(96.154% + 16px)}
          .stack:has(#p52:checked) #week{margin:0 calc(0.962% - 8px);width:calc(98.077% + 16px)}
          .stack:has(#p104:checked) #week{margin:0 calc(0.481% - 8px);width:calc(99.038% + 16px)}
          .stack:has(#pall:checked) #week{margin:0 calc(0.2% - 8px);width:calc(99.6% + 16px)}
        .stack:has(#t1:not(:checked)) .g1,.stack:has(#t2:not(:checked)) .g2,.stack:has(#t3:not(:checked)) .g3,
          .stack:has(#t4:not(:checked)) .g4,.stack:has(#t5:not(:checked)) .g5,.stack:has(#t6:not(:checked)) .g6,
          .stack:has(#t7:not(:checked)) .g7,.stack:has(#t8:not(:checked)) .g8{display:none}
        .spans{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:1rem;margin-bottom:.6rem}
          .spans h3{font-size:13.5px}.spans svg{width:100%}.spans path{vector-effect:non-scaling-stroke}
          .spans p{font-size:12.5px}
        table{border-collapse:collapse;width:100%}th,td{padding:7px 8px;text-align:left;
          border-bottom:1px solid var(--grid);font-weight:400;vertical-align:middle}
        thead th{font-size:12.5px;font-weight:600;border-bottom-color:var(--soft);vertical-align:bottom}
          thead small{display:block;font-weight:400}
        tbody th{overflow-wrap:anywhere}tbody tr:last-child>*{border-bottom:0}tfoot td,
          tfoot th{border-top:1px solid var(--soft);border-bottom:0;font-weight:650}
        .num{text-align:right;white-space:nowrap}.why tbody th{white-space:nowrap}.why tbody tr{height:40px}
          .card table{margin:-.3rem 0}td small,th small{font-size:12px}
        .wf{height:18px;width:100%;min-width:7rem}.sw{display:inline-block;
          width:11px;height:11px;margin-right:.5em;vertical-align:-1px}
        .f-all{fill:var(--bot)}
        .mea{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:1rem;align-items:start}
          .mea .card{padding:.8rem 1rem .4rem}
        .mea h3{font-size:13.5px;font-weight:650;padding-bottom:.4rem;border-bottom:1px solid var(--soft)}
        .mea details{border-bottom:1px solid var(--grid)}.mea details:last-child{border-bottom:0}
        .mea summary{display:grid;grid-template-columns:minmax(5.5rem,1fr) auto;gap:1px .75rem;align-items:center;
          padding:7px 0;cursor:pointer;list-style:none}
        .mea summary::-webkit-details-marker{display:none}.mea summary:hover .val{color:var(--link)}
        .mea .val small{font-weight:400}.mea .val{text-align:right;font-weight:600;overflow-wrap:anywhere}
        .mea .in{padding:.1rem 0 .8rem;font-size:12.5px;color:var(--soft);overflow-wrap:anywhere}
          .mea .in p{margin:.3rem 0}.mea .in b{color:var(--ink);font-weight:600}
        .fold summary{cursor:pointer;font-weight:650;padding:.4rem 0}.scroll{overflow-x:auto}
        .scroll td,.scroll th{white-space:nowrap;text-align:right;padding:4px 8px;font-size:13px}.scroll :is(td,
          th):first-child,.scroll .txt{text-align:left}
        @media (max-width:1000px){.top,.mea{grid-template-columns:minmax(0,1fr)}}
        @media screen and (max-width:700px){
        body{padding:1rem 1rem 2rem}
        .panel h3{white-space:nowrap}.panel output{justify-content:flex-start}.facts{grid-template-columns:minmax(0,
          1fr) minmax(0,1fr);gap:.7rem 1rem}.facts dd small{white-space:normal}
        .card{padding:.7rem .75rem}.charts{padding:.2rem .75rem 0}
        .panel,.axis{grid-template-columns:minmax(0,1fr) 2.6rem;gap:.3rem .4rem}
        .panel .head{grid-column:1/-1;display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 .75rem}
          .panel .head p{grid-column:1/-1}.panel output{grid-column:2;grid-row:1;text-align:right;margin:0;display:flex;
          gap:.5rem;flex-direction:row-reverse;align-items:baseline}
        .rows{grid-column:1/-1;font-size:11px;line-height:1.4}.rows li{height:auto;display:inline;white-space:normal}
          .rows li+li::before{content:" · "}.scale{grid-column:1/-1}
        .axis>div{grid-column:1}.axis label{position:absolute;clip-path:inset(50%)}.alt{display:none}
          .opt span{padding:2px 9px;font-size:12.5px}
        .hide{display:none}th,td{padding:6px 5px}.why tbody th small{display:block;margin-left:1.5em}
        .wf{min-width:4.5rem}
        }
        @media print{
        @page{size:A4;margin:11mm}
        :root{--page:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--grid:#ddd;--win:#eaf3fa;--link:#000;
          --up:#00558f;--upbg:#fff;--down:#8f3f00;--downbg:#fff;--flat:#333;--flatbg:#fff;--development:#005f9e;
          --developers:#3b97cf;--volume:#c47a00;--search:#8c2a66;--valuation:#22272b;--bar:#6598bf;--band:#6598bf;
          --bot:#8b939a;--gap:#b5bcc2;--h0:#eef1f3;--h1:#cfe2f0;--h2:#93c1e0;--h3:#4f97c8;--h4:#1c6ba4;--h5:#063f6b}
        *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
        body{padding:0;max-width:none;font-size:9pt}.verdict{font-size:10.5pt}.hide{display:table-cell}.mea{gap:0 6mm}
          .mea .card{padding:0}.bar,.axis label,.axis input,nav{display:none}
        .panel,.axis{grid-template-columns:30mm minmax(0,1fr) 14mm;padding:1.5mm 0}.panel,tr,.card.tight,
          .mea details{break-inside:avoid}h2{break-after:avoid}
        .axis{position:static}.card{border:0;padding:0}a{text-decoration:none}
        }


        """
}
