// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who builds the program builds what times it.
let package = Package(
    name: "assay-benchmark",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "assay", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "assay-benchmark",
            dependencies: [
                .product(name: "AssayModules", package: "assay"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .treatAllWarnings(as: .error),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]
        )
    ],
    cxxLanguageStandard: .cxx17
)
