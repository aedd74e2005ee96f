// swift-tools-version: 6.2
import PackageDescription

/// The settings of all Swift targets.
let common: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
    // A deprecation in a dependency's next minor version must not stop our build.
    .treatWarning("DeprecatedDeclaration", as: .warning),
]

/// The settings of the targets that wrap no C library; in them, the compiler refuses unsafe code, such as the use of
/// pointers, that is not marked `unsafe`.
let safe: [SwiftSetting] = common + [.strictMemorySafety()]

let log = Target.Dependency.product(name: "Logging", package: "swift-log")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// Returns a library target. `resources` are compiled into it.
func library(
    _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [], settings: [SwiftSetting] = safe
) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

/// Returns the test target of a target, with `TestSupport`. `data` are folders of files that the tests read.
func tests(_ name: String, _ dependencies: [Target.Dependency], data: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies, exclude: data,
        swiftSettings: common)
}

/// Returns a libFuzzer target for `bin/fuzz`; libFuzzer contains the main function.
func fuzzing(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: "Fuzz\(name)", dependencies: ["FuzzingSupport"] + dependencies, path: "Tests/Fuzzing/\(name)",
        swiftSettings: common + [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
    name: "galley",
    // For the client library; everything else runs on Linux.
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .executable(name: "galley", targets: ["Galley"]),
        .library(name: "GalleyClient", targets: ["GalleyClient"]),
    ],
    // Exact versions instead of a lock file, so that a clone builds the tested versions.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    ],
    targets: [
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
        .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        library("PostgreSQL", ["CLibPQ", log], settings: common),
        library("MicroHTTP", ["CMicroHTTPD", httpTypes, log], settings: common),
        library("Patterns", ["CPCRE2"], settings: common),
        library("IDNA", ["CIDN2"], settings: common),
        library("Cryptography", ["CSodium"], settings: common),
        library("QRCode", ["CQREncode"], settings: common),
        library("Compression", ["CBrotli", "CZlib"], settings: common),

        library("JSONText", []),
        library(
            "JSONSchema", ["JSONText", "Patterns", "IDNA"], resources: [.embedInCode("Metaschemas/Texts")]),
        library("SchemaRepository", ["JSONText", "JSONSchema", "Cryptography"]),
        library("DocumentKinds", ["SchemaRepository", "JSONSchema", "JSONText", "Patterns"]),
        library("Preview", ["JSONText", "JSONSchema", "SchemaRepository", "DocumentKinds", mustache]),
        library(
            "Publishing",
            ["PostgreSQL", "SchemaRepository", "DocumentKinds", "JSONSchema", "JSONText", "Cryptography", log]),
        library(
            "Console",
            [
                "Publishing", "Preview", "SchemaRepository", "DocumentKinds", "JSONSchema", "JSONText", "MicroHTTP",
                "Cryptography", "QRCode", httpTypes, mustache, log,
            ]),
        library(
            "ReadAPI",
            [
                "Publishing", "PostgreSQL", "SchemaRepository", "JSONSchema", "JSONText", "MicroHTTP", "Cryptography",
                "Compression", httpTypes, log,
            ], resources: [.embedInCode("openapi.json")]),
        .target(
            name: "GalleyClient",
            dependencies: [.target(name: "CSodium", condition: .when(platforms: [.linux]))], swiftSettings: common),
        .executableTarget(
            name: "Galley",
            dependencies: [
                "Console", "Cryptography", "JSONSchema", "JSONText", "MicroHTTP", "PostgreSQL", "Preview", "Publishing",
                "ReadAPI", "SchemaRepository", "DocumentKinds", argumentParser, httpTypes, mustache, log,
            ],
            swiftSettings: safe),

        .target(
            name: "TestSupport", dependencies: ["PostgreSQL", "JSONText", log], path: "Tests/TestSupport",
            swiftSettings: common),
        tests("JSONText", []),
        tests("JSONSchema", ["JSONText"]),
        tests("Patterns", []),
        tests("Cryptography", []),
        tests("Compression", []),
        .testTarget(name: "QRCodeTests", dependencies: ["QRCode"], swiftSettings: common),
        tests("PostgreSQL", []),
        tests("MicroHTTP", [httpTypes]),
        tests("SchemaRepository", ["DocumentKinds", "JSONText", "JSONSchema"], data: ["Cases"]),
        tests("DocumentKinds", ["SchemaRepository", "JSONText", "JSONSchema", "Patterns"], data: ["Cases"]),
        tests("Preview", ["JSONText", "SchemaRepository", "DocumentKinds", mustache]),
        tests("Publishing", ["PostgreSQL", "JSONText", "SchemaRepository", "DocumentKinds", "Cryptography"]),
        tests(
            "Console",
            [
                "Publishing", "Preview", "PostgreSQL", "SchemaRepository", "DocumentKinds", "JSONText", "MicroHTTP",
                "Cryptography", httpTypes, mustache, log,
            ]),
        tests(
            "ReadAPI",
            [
                "GalleyClient", "Publishing", "PostgreSQL", "Cryptography", "SchemaRepository", "DocumentKinds",
                "JSONText", "MicroHTTP", httpTypes, log,
            ]),
        .testTarget(
            name: "GalleyClientTests", dependencies: ["GalleyClient", "Cryptography"], swiftSettings: common),
        tests("Galley", []),
    ]
)

// Only `bin/fuzz` builds these targets, separately and with sanitizers.
if Context.environment["GALLEY_FUZZ"] == "1" {
    package.targets += [
        .target(
            name: "FuzzingSupport", dependencies: ["JSONText"], path: "Tests/Fuzzing/Support", swiftSettings: common),
        fuzzing("Parser", ["JSONText"]),
        fuzzing("Compiler", ["JSONSchema", "JSONText"]),
        fuzzing("Validator", ["JSONSchema", "JSONText"]),
        fuzzing("Pattern", ["Patterns"]),
        fuzzing("Preview", ["Preview", "SchemaRepository", "DocumentKinds", "JSONText"]),
    ]
}

// Only `bin/bench editions` builds this target.
if Context.environment["GALLEY_BENCH"] == "1" {
    package.targets.append(
        .executableTarget(
            name: "BenchEditions", dependencies: ["SchemaRepository", "DocumentKinds", "JSONText"],
            path: "Tests/Bench/Editions", swiftSettings: safe))
}
