// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target of the house is built with.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The same for targets that touch C or raw bytes.
let strictMemory = strict + [.strictMemorySafety()]

let package = Package(
    name: "assay",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "assay", targets: ["assay"]),
        .executable(name: "assay-git", targets: ["assay-git"]),
        .executable(name: "assay-fetch", targets: ["assay-fetch"]),
        // What Tools/Benchmark times; nothing builds it by itself.
        .library(
            name: "AssayModules",
            targets: [
                "CoinModel", "CoinOperations", "CoinRanking", "CoinSources", "CoinStore", "CoinTables", "RawInput",
                "SeriesEncoding",
            ]
        ),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    ],
    targets: [
        // Pure values and rules.
        .target(name: "CoinModel", swiftSettings: strict),
        .target(name: "Platform", swiftSettings: strictMemory),
        .target(name: "SeriesEncoding", swiftSettings: strictMemory),
        .target(name: "CoinIdentity", dependencies: ["CoinModel"], swiftSettings: strict),
        .target(name: "CoinTables", dependencies: ["CoinModel"], swiftSettings: strict),
        .target(
            name: "CoinPortfolio",
            dependencies: ["CoinModel", "CoinTables", "Platform"],
            resources: [.embedInCode("Resources/trades.txt")],
            swiftSettings: strict
        ),
        .target(name: "CoinRanking", dependencies: ["CoinModel", "CoinTables", "Platform"], swiftSettings: strict),

        // Bytes from outside, and what they say.
        .target(
            name: "RawInput",
            dependencies: ["CNettle", "CZlib", "CZstd", "Platform"],
            swiftSettings: strictMemory
        ),
        .target(
            name: "CoinSources",
            dependencies: ["CoinModel", "RawInput", "WorkerProtocol", "CSimdJSON"],
            resources: ["credits", "details", "tables", "unsupported"].map { .embedInCode("Resources/\($0).txt") },
            swiftSettings: strictMemory
        ),

        // Repositories, read in a process of their own.
        .target(
            name: "WorkerProtocol",
            dependencies: ["Platform", .target(name: "CSeccomp", condition: .when(platforms: [.linux]))],
            swiftSettings: strictMemory
        ),
        .target(
            name: "GitWorker",
            dependencies: ["CGit2", "Platform", "RawInput", "WorkerProtocol"],
            swiftSettings: strictMemory
        ),

        // Sources, asked in a process of their own.
        .target(
            name: "HTTPTransfer",
            dependencies: ["CCurl", "Platform", "RawInput", "WorkerProtocol"],
            swiftSettings: strictMemory
        ),

        // Live sources, asked through that process.
        .target(
            name: "CoinFetching",
            dependencies: ["CoinModel", "CoinSources", "RawInput", "WorkerProtocol"],
            swiftSettings: strict
        ),

        // What is kept, and what is shown.
        .target(
            name: "CoinStore",
            dependencies: [
                "CoinModel", "CoinTables", "SeriesEncoding", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: strictMemory
        ),
        .target(
            name: "CoinReports",
            dependencies: [
                "CMD4C", "CoinModel", "CoinTables", "CXlsxWriter", "Platform",
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            resources: [
                "page.html", "page.css", "table.html", "table-page.css", "table-page.js", "coin.html", "coin-page.css",
                "coin-page.js", "story.html", "ranking.html", "ranking-page.css", "ranking-page.js",
            ].map { .embedInCode("Resources/\($0)") },
            swiftSettings: strictMemory
        ),

        .target(
            name: "CoinPanel",
            dependencies: ["CoinIdentity", "CoinModel", "CoinStore", "Platform"],
            swiftSettings: strict
        ),

        // What a person can ask for.
        .target(
            name: "CoinOperations",
            dependencies: [
                "CoinFetching", "CoinIdentity", "CoinModel", "CoinPanel", "CoinPortfolio", "CoinRanking", "CoinReports",
                "CoinSources", "CoinStore", "CoinTables", "RawInput", "WorkerProtocol",
            ],
            resources: [.embedInCode("Resources/terms.txt"), .embedInCode("Resources/failures.txt")],
            swiftSettings: strict
        ),
        .target(
            name: "YAMLGuard",
            dependencies: [.product(name: "Yams", package: "Yams")],
            swiftSettings: strictMemory
        ),
        .target(
            name: "CoinPipeline",
            dependencies: [
                "CoinModel", "CoinOperations", "CoinTables", "YAMLGuard", .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "assay",
            dependencies: [
                "CoinModel", "CoinOperations", "CoinPipeline", "CoinTables",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            resources: ["look", "data", "identity", "own", "automate"].map { .embedInCode("Resources/help-\($0).txt") }
                + [.embedInCode("Resources/completion.bash")],
            swiftSettings: strict
        ),

        .executableTarget(
            name: "assay-git",
            dependencies: ["GitWorker", "WorkerProtocol"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "assay-fetch",
            dependencies: ["HTTPTransfer", "WorkerProtocol"],
            swiftSettings: strict
        ),

        // C libraries, each imported by one target only.
        .systemLibrary(
            name: "CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        .systemLibrary(
            name: "CMD4C",
            pkgConfig: "md4c-html",
            providers: [.apt(["libmd4c-dev", "libmd4c-html0-dev"]), .brew(["md4c"])]
        ),
        .systemLibrary(
            name: "CZstd",
            pkgConfig: "libzstd",
            providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]
        ),
        .systemLibrary(
            name: "CGit2",
            pkgConfig: "libgit2",
            providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]
        ),
        .systemLibrary(
            name: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
        ),
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(
            name: "CNettle",
            pkgConfig: "nettle",
            providers: [.apt(["nettle-dev"]), .brew(["nettle"])]
        ),
        .systemLibrary(
            name: "CXlsxWriter",
            pkgConfig: "xlsxwriter",
            providers: [.apt(["libxlsxwriter-dev"]), .brew(["libxlsxwriter"])]
        ),
        .target(
            name: "CSimdJSON",
            cxxSettings: [
                .treatAllWarnings(as: .error), .enableWarning("all"), .define("SIMDJSON_THREADS_ENABLED", to: "1"),
            ],
            linkerSettings: [.linkedLibrary("simdjson")]
        ),

        .target(name: "TestPrograms", path: "Tests/TestPrograms", swiftSettings: strict),
        .testTarget(name: "CoinModelTests", dependencies: ["CoinModel"], swiftSettings: strict),
        .testTarget(
            name: "CoinTablesTests",
            dependencies: ["CoinModel", "CoinTables", "TestPrograms"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SeriesEncodingTests",
            dependencies: ["SeriesEncoding", "TestPrograms"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CoinPanelTests",
            dependencies: ["CoinModel", "CoinPanel", "CoinStore"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CoinIdentityTests",
            dependencies: ["CoinIdentity", "CoinModel", "TestPrograms"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CoinPortfolioTests",
            dependencies: ["CoinModel", "CoinPortfolio", "CoinTables", "TestPrograms"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CoinRankingTests",
            dependencies: ["CoinModel", "CoinRanking", "CoinTables", "TestPrograms"],
            swiftSettings: strict
        ),
        .testTarget(name: "RawInputTests", dependencies: ["RawInput", "TestPrograms"], swiftSettings: strict),
        .testTarget(
            name: "WorkerProtocolTests",
            dependencies: ["TestPrograms", "WorkerProtocol"],
            swiftSettings: strict
        ),
        .target(
            name: "SandboxAttempts",
            path: "Tests/SandboxAttempts",
            cSettings: [.treatAllWarnings(as: .error), .enableWarning("all")]
        ),
        .executableTarget(
            name: "sandbox-attacker",
            dependencies: ["GitWorker", "SandboxAttempts", "WorkerProtocol"],
            path: "Tests/sandbox-attacker",
            swiftSettings: strict
        ),
        .testTarget(
            name: "SandboxTests",
            dependencies: ["TestPrograms", "assay", "assay-fetch", "assay-git", "sandbox-attacker"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "HTTPTransferTests",
            dependencies: ["HTTPTransfer", "TestPrograms", "WorkerProtocol", "assay", "assay-fetch"],
            resources: [.copy("Fixtures")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CoinFetchingTests",
            dependencies: ["CoinFetching", "CoinModel", "CoinSources", "HTTPTransfer", "RawInput", "WorkerProtocol"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "GitWorkerTests",
            dependencies: [
                "CoinModel", "CoinOperations", "CoinTables", "GitWorker", "TestPrograms", "WorkerProtocol", "assay",
                "assay-git",
            ],
            resources: [.copy("Fixtures")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CoinSourcesTests",
            dependencies: ["CoinModel", "CoinSources", "RawInput", "TestPrograms"],
            resources: [.copy("Fixtures")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CoinStoreTests",
            dependencies: [
                "CoinModel", "CoinStore", "CoinTables", "SeriesEncoding", "TestPrograms",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CoinReportsTests",
            dependencies: ["CoinModel", "CoinReports", "CoinTables", "TestPrograms"],
            swiftSettings: strict
        ),
        .target(
            name: "TestData",
            dependencies: ["CoinModel", "CoinOperations"],
            path: "Tests/TestData",
            swiftSettings: strict
        ),
        .testTarget(
            name: "CoinOperationsTests",
            dependencies: [
                "CoinModel", "CoinOperations", "CoinRanking", "CoinSources", "CoinStore", "CoinTables", "TestData",
                "TestPrograms", "WorkerProtocol",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CoinPipelineTests",
            dependencies: [
                "CoinModel", "CoinOperations", "CoinPipeline", "CoinTables", .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AssayTests",
            dependencies: [
                "CoinModel", "CoinOperations", "CoinPipeline", "CoinStore", "CoinTables", "TestData", "TestPrograms",
                "assay",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            resources: [.copy("Fixtures")],
            swiftSettings: strict
        ),
    ],
    cxxLanguageStandard: .cxx17
)
