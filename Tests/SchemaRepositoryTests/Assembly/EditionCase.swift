import DocumentKinds
import JSONText
import SchemaRepository
import TestSupport
import Testing

/// One row of `Cases/editions.jsonl`: a document for the schemas in `editions-schemas.jsonl`, the versions that support
/// it, and the edition of each version, all derived by hand from these schemas.
struct EditionCase: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String
    /// The versions that support the whole document.
    let full: String
    /// The versions that support the document with elements or values replaced or omitted, including those in `full`.
    let degraded: String
    /// The intervals with their documents, minified, for example `[1.0, 2.0) {"type":"Page"}`.
    let editions: [String]
    /// The intervals whose assembled document is invalid.
    let faults: [String]
    let range: VersionInterval

    var testDescription: String { name }

    /// The repository of `editions-schemas.jsonl`.
    static let repository = Result {
        try SchemaRepository(
            documents: DataLines.read("SchemaRepositoryTests/Cases/editions-schemas.jsonl").map { line in
                let row = try JSONDocument(parsing: line).root
                return RepositoryFile(
                    path: try #require(row["path"]?.string), bytes: Array(try #require(row["schema"]).rawText.utf8))
            })
    }

    static func all() throws -> [EditionCase] {
        try DataLines.read("SchemaRepositoryTests/Cases/editions.jsonl").map(EditionCase.init)
    }

    private init(_ line: String) throws {
        let row = try JSONDocument(parsing: line).root
        name = try #require(row["name"]?.string)
        text = try #require(row["document"]).rawText
        full = try #require(row["full"]?.string)
        degraded = try #require(row["degraded"]?.string)
        editions = try #require(row["editions"]).members.map { "\($0.name) \($0.value.rawText)" }
        faults = row["faults"]?.elements.compactMap(\.string) ?? []
        range = VersionInterval(
            from: try ClientVersion(row["from"]?.string ?? "0"),
            until: try row["until"]?.string.map { try ClientVersion($0) })
    }
}
