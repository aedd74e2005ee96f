import Foundation
import JSONSchema
import JSONText
import TestSupport

/// The collected schemas of real projects in the corpora.
struct SchemaCorpus {
    private struct Row {
        let uri: String
        let draft: Draft?
        let references: [String]
        let isValid: Bool
    }

    private let folder: URL
    private let rows: [String: Row]
    private let fileOfURI: [String: String]

    init() throws {
        folder = Corpora.directory
        let data = try Data(contentsOf: folder.appending(path: "documents/schemas.jsonl"))
        var rows: [String: Row] = [:]
        for line in data.split(separator: UInt8(ascii: "\n")) {
            let row = try JSONDocument(parsing: Array(line)).root
            let path = row["schema"]?.string ?? ""
            rows[path] = Row(
                uri: row["retrieval_uri"]?.string ?? "corpus:///\(path)",
                draft: row["draft"]?.string.flatMap { Draft(rawValue: String($0.dropFirst(5))) },
                references: row["refs"]?.elements.compactMap(\.string) ?? [],
                isValid: row["schema_valid"]?.boolean == true && row["unresolvable"]?.count == 0)
        }
        self.rows = rows
        let index = try Self.document(at: folder.appending(path: "documents/schema-index.json"))
        fileOfURI = Dictionary(
            index.root.members.map { ($0.name, $0.value.string ?? "") }, uniquingKeysWith: { first, _ in first })
    }

    /// The paths of valid schemas with no missing references, sorted.
    var paths: [String] { rows.filter { $0.value.isValid }.keys.sorted() }

    /// Compiles a schema with everything it refers to.
    func compile(_ path: String) throws -> Schema {
        var resources = SchemaResources()
        var pending = [path]
        var seen: Set<String> = []
        while let next = pending.popLast() {
            guard seen.insert(next).inserted, let row = rows[next] else { continue }
            resources.add(try Self.document(at: folder.appending(path: next)), uri: row.uri, draft: row.draft)
            pending += row.references.compactMap { fileOfURI[$0] }
        }
        return try Schema.compile(rows[path]?.uri ?? "", in: resources)
    }

    private static func document(at url: URL) throws -> JSONDocument {
        try JSONDocument(parsing: [UInt8](Data(contentsOf: url)))
    }
}
