/// What all pages share: colours for light and dark, type, chips, footers.
///
/// Signals are told apart by blue, light blue, amber, plum and ink: their closest pair differs by ΔE 20 under simulated
/// protan, deutan and tritan vision, and each stands out from the card by 3:1. Text has 5.5:1 or more. No red or green.
enum PageTheme {
    static let text = """
        :root{
        --page:#f4f5f6;--card:#fff;--ink:#1b2126;--soft:#5a6169;--line:#dfe3e6;--grid:#e9ecee;--hover:#f3f7fa;
          --win:#eaf3fa;
        --link:#00558f;--up:#00558f;--upbg:#e6f1f9;--down:#8f3f00;--downbg:#fbeee2;--flat:#4b5259;--flatbg:#edeff1;
        --development:#005f9e;--developers:#3b97cf;--volume:#c47a00;--search:#8c2a66;--valuation:#22272b;
        --bar:#6598bf;--band:#6598bf;--bot:#8b939a;--gap:#c9cfd4;
        --h0:#eef1f3;--h1:#cfe2f0;--h2:#93c1e0;--h3:#4f97c8;--h4:#1c6ba4;--h5:#063f6b}
        @media (prefers-color-scheme:dark){:root{
        --page:#0f1214;--card:#171b1f;--ink:#e8ebed;--soft:#a4adb5;--line:#2c3238;--grid:#252b30;--hover:#1e2429;
          --win:#172735;
        --link:#8fcdf3;--up:#8fcdf3;--upbg:#16293a;--down:#f5a25d;--downbg:#35230f;--flat:#b9c1c8;--flatbg:#262c31;
        --development:#2f86cf;--developers:#8fcdf3;--volume:#f2b53c;--search:#c9488f;--valuation:#eef1f3;
        --bar:#4a7394;--band:#3f7399;--bot:#727b83;--gap:#4a525a;
        --h0:#20262b;--h1:#173247;--h2:#1d4f76;--h3:#2b78b3;--h4:#5aaae2;--h5:#b9e1fa}}
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
        body{margin:0 auto;max-width:82rem;padding:1.5rem clamp(1rem,1.9vw,2rem) 3rem;background:var(--page);
          color:var(--ink);
        font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
          font-variant-numeric:tabular-nums}
        h1,h2,h3,p,dl,dd,ul{margin:0}
        h1{font-size:clamp(1.5rem,1.2rem + 1.3vw,2.1rem);line-height:1.15;font-weight:700;letter-spacing:-.015em}
        h2{font-size:1.1rem;line-height:1.3;font-weight:650;margin:2.25rem 0 .35rem}
        a{color:var(--link);text-underline-offset:.15em;text-decoration-thickness:1px}
        small,.soft{color:var(--soft)}small{font-size:12px}
        :focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
        [hidden]{display:none!important}
        .vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        .chip{display:inline-flex;align-items:center;gap:.35em;padding:1px 8px 1px 6px;border-radius:99px;
          font-size:12.5px;font-weight:600;line-height:20px;white-space:nowrap}
        .chip i{font-style:normal;font-size:.8em}
        .chip.up{color:var(--up);background:var(--upbg)}.chip.down{color:var(--down);background:var(--downbg)}
        .chip.flat{color:var(--flat);background:var(--flatbg)}.chip.off{color:var(--soft);
          box-shadow:inset 0 0 0 1px var(--line)}
        svg{display:block;overflow:visible;fill:none}
        code{font:12px/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace;overflow-wrap:anywhere}
        .f-development{fill:var(--development)}.f-developers{fill:var(--developers)}.f-volume{fill:var(--volume)}
          .f-search{fill:var(--search)}.f-valuation{fill:var(--valuation)}
        footer{margin-top:2.5rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--soft);font-size:12.5px;
          max-width:90ch}
        footer p{margin:.35rem 0;overflow-wrap:anywhere}

        """
}
