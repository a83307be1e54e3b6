/// Names that an attacker could list a coin under: 300, from pieces that hurt spreadsheets, pages, terminals, tables.
enum HostileNames {
    static let all: [String] = {
        let starts = [
            "", "=", "+", "-", "@", "\t", "\r", "\n", " =", "'", "\"", "\"\"", "\u{FEFF}", "\u{202E}", "\u{1B}[31m",
            "\u{9B}2J", "\0", "\u{2028}", "`", "|",
        ]
        let payloads = [
            "HYPERLINK(\"http://evil.example\";\"x\")", "cmd|' /C calc'!A0", "<script>alert(1)</script>",
            "</script><script>alert(2)</script>", "<img src=x onerror=alert(3)>",
            "x\"\u{301} onmouseover=alert(4) y=\"",
            "' autofocus onfocus=alert(5) '", "{{title}}{{{style}}}", "[x](javascript:alert(6))", "a,b;c\td|e\nf\r\ng",
            "\\n\\u0022\\", "日本語 👩‍👩‍👧 e\u{301}\u{302}", "<!--", "]]>&lt;&#60;", "-1e5\u{2069}\u{200F}",
        ]
        return starts.flatMap { start in payloads.map { start + $0 } }
    }()
}
