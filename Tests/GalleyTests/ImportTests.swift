import Foundation
import Testing

/// Compares the imports of each target with the allowed ones.
@Suite("Imports") struct ImportTests {
    /// The modules that each target may import besides those of `everywhere`.
    static let allowed: [String: Set<String>] = [
        "PostgreSQL": ["CLibPQ", "Logging"],
        "MicroHTTP": ["CMicroHTTPD", "HTTPTypes", "Logging"],
        "Patterns": ["CPCRE2"],
        "Cryptography": ["CSodium"],
        "QRCode": ["CQREncode"],
        "Compression": ["CBrotli", "CZlib"],
        "JSONText": [],
        "JSONSchema": ["JSONText", "Patterns"],
        "SchemaRepository": ["JSONText", "JSONSchema", "Cryptography"],
        "DocumentKinds": ["SchemaRepository", "JSONSchema", "JSONText", "Patterns"],
        "Preview": ["JSONText", "JSONSchema", "SchemaRepository", "DocumentKinds", "Mustache"],
        "Publishing": [
            "PostgreSQL", "SchemaRepository", "DocumentKinds", "JSONSchema", "JSONText", "Cryptography", "Logging",
        ],
        "Console": [
            "Publishing", "Preview", "SchemaRepository", "DocumentKinds", "JSONSchema", "JSONText", "MicroHTTP",
            "Cryptography", "QRCode", "HTTPTypes", "Mustache", "Logging",
        ],
        "ReadAPI": [
            "Publishing", "PostgreSQL", "SchemaRepository", "JSONSchema", "JSONText", "MicroHTTP", "Cryptography",
            "Compression", "HTTPTypes", "Logging",
        ],
    ]
    /// The modules of the toolchain, which every target may import.
    static let everywhere: Set<String> = ["Foundation", "Synchronization", "Collections", "Dispatch", "Glibc"]

    @Test func `a target imports only what its row names`() throws {
        for (target, row) in Self.allowed {
            for (file, line, module) in try Self.imports(of: target) {
                #expect(row.union(Self.everywhere).contains(module), "\(file):\(line) imports \(module)")
            }
        }
    }

    @Test func `every target has a row, and the table has no row too many`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
            .filter { !$0.hasPrefix("C") || $0.dropFirst().first?.isLowercase == true }
            .filter { $0 != "Galley" }

        #expect(Set(folders) == Set(Self.allowed.keys))
    }

    @Test func `no arrow points back`() {
        var finished: Set<String> = []
        for _ in Self.allowed {
            for (target, row) in Self.allowed where row.intersection(Self.allowed.keys).isSubset(of: finished) {
                finished.insert(target)
            }
        }

        #expect(finished == Set(Self.allowed.keys))
    }

    private static let sources = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources")

    private static func imports(of target: String) throws -> [(file: String, line: Int, module: String)] {
        let folder = sources.appendingPathComponent(target)
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        #expect(files.contains { $0.hasSuffix(".swift") }, "\(target) has no sources")
        return try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
                index, line -> (file: String, line: Int, module: String)? in
                guard
                    let match = line.firstMatch(
                        of: /^(?:@\w+ )*(?:package |internal |private |fileprivate )?import (?:\w+ )?(\w+)/)
                else { return nil }
                return ("\(target)/\(file)", index + 1, String(match.1))
            }
        }
    }
}
