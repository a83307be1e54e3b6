/// The style of charts, which pages of coins and of tables share, behind the theme.
enum ChartStyle {
    static let text = """
        .card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem 1.1rem}
        .charts{padding:.4rem 1.1rem 0;touch-action:pan-y}
        .panel,.axis{display:grid;grid-template-columns:11rem minmax(0,1fr) 3.5rem;gap:0 .9rem;padding:.7rem 0 .5rem}
        .panel+.panel{border-top:1px solid var(--grid)}
        .panel h3{font-size:13.5px;font-weight:650;line-height:1.3}.panel p{font-size:12px;color:var(--soft);
          line-height:1.35}
        .plot svg,.yax svg{width:100%}
        text{fill:var(--soft);font-size:11.5px;font-family:inherit}
        text.v{fill:var(--ink);font-weight:600;paint-order:stroke;stroke:var(--card);stroke-width:4px;
          stroke-linejoin:round}
        .win{fill:var(--win)}.gr{stroke:var(--grid)}.hair{stroke:var(--ink);stroke-dasharray:2 2}
        .plot path{vector-effect:non-scaling-stroke;stroke-linejoin:round}
        .note{color:var(--soft);font-size:12.5px;max-width:80ch;margin:0 0 .6rem}
        .dot{stroke-width:7;stroke-linecap:round;stroke:var(--ink)}

        """
}
