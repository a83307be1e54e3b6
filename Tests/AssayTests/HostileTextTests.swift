import CoinModel
import Foundation
import Testing

/// What steers terminals and ends lines, wherever it comes from, is told by its code, in one line a diagnostic.
@Suite struct HostileTextTests {
    /// Sequences of a terminal in C0 and C1, a bell, turned text, every kind of line end, and a line that lies.
    private static let text =
        "\u{1B}[31m\u{9B}31m\u{7}\u{202E}\u{2066}\u{61C}\r\n\u{85}\u{2028}\u{2029}assay: error: forged [forged]"
    private static let forged = "assay: error: forged [forged]"

    /// Commands that quote `$X`, each of which has something to tell.
    private static let commands = [
        "assay load all \"$X\"", "assay load all \"$X/\"", "echo x > \"$X\"; assay load all \"$X\"",
        "printf 'date,coin_id,price_usd\\n2024-03-24,%s,%s\\n' \"$Q\" \"$Q\" > a.csv; assay load market a.csv",
        "printf '%s,b\\n1,2\\n' \"$Q\" > a.csv; assay load all a.csv",
        "printf '{\"%s\": 1}' \"$X\" > a.json; assay load all a.json",
        "printf '[{\"id\": \"%s\", \"symbol\": \"%s\"}]' \"$J\" \"$J\" > a.json; assay load all a.json --observed-at 2024-03-24",
        "printf '{\"status\":{\"error_code\":1001,\"error_message\":\"%s\"}}' \"$J\" > a.json; assay load all a.json",
        "printf '{\"message\":\"%s\",\"documentation_url\":\"%s\"}' \"$J\" \"$J\" > a.json; assay load all a.json",
        "assay load all coins.csv --source \"$X\"", "assay load all coins.csv --repo \"$X\"",
        "assay load all coins.csv --observed-at \"$X\"", "assay load coins coins.csv --ecosystems \"$X\"",
        "printf 'coin_id,ecosystem,scope,reviewed\\n%s,%s,%s,yes\\n' \"$Q\" \"$Q\" \"$Q\" > e.csv; "
            + "assay load coins coins.csv --ecosystems e.csv",
        "printf 'date,coin_id,price_usd\\n2024-03-24,bitcoin,1\\n' > a.csv; assay load market a.csv --quote \"$X\"; false",
        "assay rank --\"$X\"", "assay \"$X\"", "assay store \"$X\"", "assay store info \"$X\"",
        "assay rank --top \"$X\"",
        "assay rank --color \"$X\"", "assay rank --errors \"$X\"", "assay rank --preset \"$X\"",
        "assay rank --sort \"$X\"",
        "assay rank --where \"$X\"", "assay rank --where \"'$X\"", "assay rank --columns \"$X\"",
        "assay rank --format \"$X\"",
        "assay rank --output \"$X.xls\"", "mkfifo \"$X\"; assay rank --output \"$X\"", "assay rank --weight \"$X=1\"",
        "assay rank --weight \"$X\"", "assay rank --weights \"$X\"", "printf '%s' \"$X\" > w; assay rank --weights w",
        "printf 'discovery:\\n  \"%s\": 1\\n' \"$J\" > w; assay rank --weights w", "assay rank --store \"$X\"",
        "assay rank --output \"coins.csv/$X.csv\"", "assay coin \"$X\"", "assay why bitcoin \"$X\"", "assay why \"$X\"",
        "assay find \"$X\"", "assay compare bitcoin \"$X\"", "assay compare --similar \"$X\"", "assay explain \"$X\"",
        "assay commits \"$X\"",
        "mkdir \"$X\"; assay commits \"$X\"", "assay store sql \"$X\"", "assay store sql \"SELECT [$X]\"",
        "assay store sql \"SELECT * FROM $X\"", "assay store backup \"coins.csv/$X\"",
        "assay store publish --output \"coins.csv/$X\"",
        "assay identity propose \"$X\"", "assay run \"$X\"", "printf '%s' \"$X\" > p; assay run p",
        "printf '\"%s\": 1\\n' \"$J\" > p; assay run p", "printf 'store: \"%s\"\\n' \"$J\" > p; assay run p",
        "printf 'inputs:\\n  market: \"%s\"\\n' \"$J\" > p; assay run p",
        "printf 'preset: \"%s\"\\n' \"$J\" > p; assay run p",
        "printf 'inputs:\\n  market: market.csv\\noutputs:\\n  - \"%s\"\\n' \"$J\" > p; assay run p",
        "assay fetch github \"$X/$X\"", "assay fetch github a/b --ask \"$X\"", "assay fetch github a/b --api \"$X\"",
        "assay fetch github a/b --token-file \"$X\"", "assay fetch git \"$X/$X\"", "assay fetch git \"a/b=$X\"",
        "mkdir \"$X\"; assay fetch git \"a/b=$PWD/$X\" --mirrors m", "assay fetch git a/b --ca-file \"$X\"",
        "assay fetch git \"a/b=https://127.0.0.1:1/$X\" --mirrors m", "assay fetch git a/b --mirrors \"coins.csv/$X\"",
        "assay feed --since \"$X\"", "assay digest --since \"$X\"", "assay digest --watchlist \"$X\"",
        "assay digest --screens \"$X\"",
        "printf 'inputs:\\n  coins: coins.csv\\noutputs:\\n  - {digest: a.md, since: \"%s\"}\\n' \"$J\" > p; assay run p",
        "assay fetch market \"$X\"", "assay fetch market coingecko --base \"coingecko=$X\"",
        "assay fetch market coingecko --base \"$X\"", "assay fetch market coingecko --key-file \"$X\"",
        "assay fetch market coingecko --quote \"$X\"", "assay fetch coins coingecko \"$X\" --dry-run",
        "assay fetch global \"$X\"", "assay fetch fundamentals \"$X\"",
        "assay fetch onchain coinmetrics \"$X\" --dry-run", "assay fetch attention wikipedia \"$X\" --dry-run",
        "ASSAY_CONTACT=me@x.example assay fetch articles wikipedia \"$X\" --dry-run",
        "assay archive list \"$X\"",
        "printf '\"%s\": 1\\n' \"$J\" > assay.yaml; assay config check",
        "printf 'preset: \"%s\"\\n' \"$J\" > assay.yaml; assay rank",
        "printf 'wait: \"%s\"\\n' \"$J\" > assay.yaml; assay rank", "ASSAY_PRESET=\"$X\" assay rank",
        "ASSAY_CONFIG=\"$X\" assay rank", "ASSAY_RANK_SHORT=\"$X\" assay rank", "assay config show \"$X\"",
        "assay report site --coins \"$X\"", "assay completions \"$X\"", "assay demo \"$X\"", "assay export \"$X\"",
    ]

    @Test("A diagnostic is one line without control characters", arguments: commands)
    func oneLine(command: String) throws {
        try SmallStore.with { store in
            let told = try store.run(command, environment: HostileTextTests.variables)
            #expect(told.status != 0 || told.errors.contains("warning") || told.errors.contains("note"))
            let lines = told.errors.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count > 1 && lines.last == "")
            #expect(
                !told.errors.unicodeScalars.contains { $0.isHidden && $0 != "\n" },
                "\(told.errors.debugDescription)"
            )
            #expect(!lines.contains { $0.hasPrefix(HostileTextTests.forged) })
            #expect(lines.allSatisfy { $0.count <= 2200 })
        }
    }

    @Test(
        "With --errors json every line is one object",
        arguments: commands.enumerated().filter { $0.offset % 6 == 2 && $0.element.contains(/assay [a-z]/) }.map(
            \.element
        )
    )
    func jsonErrors(command: String) throws {
        try SmallStore.with { store in
            let told = try store.run(
                command.replacing(/assay ([a-z]+)/) { "assay \($0.1) --errors json" },
                environment: HostileTextTests.variables
            )
            #expect(!told.errors.unicodeScalars.contains { $0.isHidden && $0 != "\n" })
            for line in told.errors.split(separator: "\n") {
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
                #expect(Set((object ?? [:]).keys) == ["level", "id", "place", "message"], "\(line)")
            }
        }
    }

    @Test("Bytes that are not UTF-8 are shown as valid text") func invalidUTF8() throws {
        try SmallStore.with { store in
            let told = try store.run(
                """
                export LC_ALL=C; bad=$(printf 'a\\377\\300b')
                assay load all "$bad" 2> told; assay rank --preset "$bad" 2>> told; assay "--$bad" 2>> told
                printf 'date,coin_id,price_usd\\n2024-03-24,a\\377,x\\n' > a.csv; assay load market a.csv 2>> told
                printf '{"a\\377": 1}' > a.json; assay load all a.json 2>> told
                iconv -f UTF-8 -t UTF-8 told > /dev/null && grep -c . told
                """
            )
            #expect(told.status == 0, "\(told.errors)")
        }
    }

    @Test("A long name in a message is shortened in the middle") func longText() throws {
        try SmallStore.with { store in
            let told = try store.run("assay load all $(head -c 100000 /dev/zero | tr '\\0' x)")
            #expect(told.errors.hasPrefix("assay: error: xxx") && told.errors.utf8.count < 3000)
            #expect(
                told.errors.contains("xxx … xxx") && told.errors.contains("x: ")
                    && told.errors.contains(" [read-failed]")
            )
        }
    }

    @Test("Addresses of a dry run contain no control characters") func dryRunAddresses() throws {
        try SmallStore.with { store in
            let told = try store.run(
                "assay fetch git \"a/b=/tmp/$X\" --dry-run",
                environment: HostileTextTests.variables
            )
            #expect(!(told.output + told.errors).unicodeScalars.contains { $0.isHidden && $0 != "\n" })
        }
    }

    /// The text as it is, as a cell of CSV and as a text of JSON and YAML.
    private static let variables = [
        "X": text, "Q": "\"\(text)\"",
        "J": text.unicodeScalars.map { $0.isHidden ? "\\u" + hexadecimal($0.value) : String($0) }.joined(),
    ]
}
