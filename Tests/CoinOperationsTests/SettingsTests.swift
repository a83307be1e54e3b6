import CoinOperations
import Testing

@Suite struct SettingsTests {
    private static func setting(_ key: String, _ value: String, _ origin: SettingOrigin) -> Setting {
        let words = key.split(separator: ".").map(String.init)
        return Setting(words, [value], origin, place: "\(origin)", keyPlaces: words.map { _ in "here" })
    }

    private static let environment = ["ASSAY_TOP": "1", "ASSAY_RANK_TOP": "2", "ASSAY_PRESET": "", "NO_COLOR": "1"]
    private static let settings = Settings(
        environment: environment,
        ofFiles: [
            setting("rank.top", "3", .project), setting("preset", "project", .project),
            setting("color", "auto", .project),
            setting("rank.preset", "longer", .user), setting("preset", "user", .user), setting("wait", "7", .user),
            setting("report.quote", "eur", .user), setting("quote", "chf", .user), setting("decimal", "comma", .user),
            setting("feed.top", "4", .user),
        ]
    )

    @Test(
        "The strongest origin holds, and within it the longest key",
        arguments: [
            ("top", "rank", "2"), ("top", "feed", "4"), ("top", "find", nil), ("preset", "rank", "project"),
            ("preset", "feed", "project"), ("color", "rank", "never"), ("wait", "store info", "7"),
            ("wait", "run", "7"),
            ("quote", "report site", "eur"), ("quote", "rank", "chf"), ("preset", "run", nil),
            ("quote", "load all", nil),
            ("quote", "fetch market", nil), ("decimal", "portfolio add", nil), ("decimal", "portfolio value", "comma"),
            ("preset", "explain", nil), ("color", "explain", "never"),
        ]
    )
    func strongest(option: String, command: String, value: String?) {
        let words = command.split(separator: " ").map(String.init)
        #expect(SettingsTests.settings.strongest(option, of: words)?.text == value)
    }

    @Test("A variable is named by its command and option") func variables() {
        #expect(Settings.variable(for: ["report", "site", "publish-list"]) == "ASSAY_REPORT_SITE_PUBLISH_LIST")
        #expect(SettingsTests.settings.strongest("top", of: ["rank"])?.place == "ASSAY_RANK_TOP")
        #expect(SettingsTests.settings.strongest("color", of: ["rank"])?.place == "NO_COLOR")
        #expect(Settings(environment: ["HOME": "/h", "ASSAY_CONFIG": "x"], ofFiles: []).isEmpty)
        #expect(!Settings(environment: ["ASSAY_WAIT": "1"], ofFiles: []).isEmpty)
    }

    @Test(
        "A project file sets no place outside of it, no guard and no trust",
        arguments: [
            ("profile", "x", false), ("store", "a/b.sqlite", true), ("store", "/a", false),
            ("store", "a/../../b", false),
            ("rank.output", "x", false), ("rank.top", "1", true), ("export.force", "true", false),
            ("run.wait", "1", true),
            ("run.store", "x", false), ("raw-text", "true", false), ("fetch.github.api", "x", false),
        ]
    )
    func project(key: String, value: String, isAllowed: Bool) {
        let fault = Result { try SettingRules.check(SettingsTests.setting(key, value, .project)) }
        if case .failure(let error) = fault {
            #expect((error as? OperationError)?.diagnostic.identifier == "config-not-here")
            #expect((error as? OperationError)?.diagnostic.place == "here")
        }
        #expect(((try? fault.get()) != nil) == isAllowed)
    }

    @Test("Files are found by the environment") func files() {
        func paths(_ environment: [String: String]) -> [String] { SettingFile.all(by: environment).map(\.path) }
        #expect(paths([:]) == ["assay.yaml"])
        #expect(paths(["HOME": "/h"]) == ["assay.yaml", "/h/.config/assay/config.yaml"])
        #expect(paths(["HOME": "/h", "XDG_CONFIG_HOME": "/x"]) == ["assay.yaml", "/x/assay/config.yaml"])
        #expect(paths(["HOME": "/h", "XDG_CONFIG_HOME": "x"]) == ["assay.yaml", "/h/.config/assay/config.yaml"])
        #expect(paths(["HOME": "/h", "ASSAY_CONFIG": "mine"]) == ["assay.yaml", "mine"])
        #expect(SettingFile.all(by: ["HOME": "/h", "ASSAY_CONFIG": ""]).allSatisfy { !$0.isRead })
        #expect(SettingFile.all(by: ["ASSAY_CONFIG": "not-there"]).last?.isRead == true)
    }

    @Test(
        "A message that quotes a value has the value's place",
        arguments: [
            ("unknown preset 'mine'", "", "user"), ("unknown preset 'other'", "", nil),
            ("does not read", "mine", "user: mine"), ("`mine` is twice", "a.csv", "user: a.csv"),
            ("unknown preset 'mine'", "user:1:2", nil), ("unknown column 'other'; did you mean 'mine'?", "", nil),
            ("preset 'other' has no `mine`; see 'x'", "", "user"),
        ]
    )
    func placed(message: String, place: String, expected: String?) {
        let setting = SettingsTests.setting("preset", "mine", .user)
        #expect(setting.placed(Diagnostic(.error, "x", place: place, message))?.place == expected)
    }

    @Test("Secrets are shown as set or not set") func secrets() {
        let environment = [
            "GITHUB_TOKEN": "ghp_secret", "https_proxy": "me:secret@proxy:3128", "SSL_CERT_FILE": "certs.pem",
        ]
        let values = SettingValue.variables(of: environment)
        #expect(!values.contains { $0.text?.contains("secret") ?? false })
        #expect(values.first { $0.name == "GITHUB_TOKEN" }?.text == "set")
        #expect(values.first { $0.name == "COINGECKO_API_KEY" }?.text == "not set")
        #expect(values.first { $0.name == "https_proxy" }?.text == "http://me:***@proxy:3128")
        #expect(values.first { $0.name == "SSL_CERT_FILE" }?.text == "certs.pem")
    }
}
