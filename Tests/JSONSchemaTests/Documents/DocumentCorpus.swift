import Foundation
import JSONSchema
import JSONText
import TestSupport

/// Real documents, their schemas, and the results of other validators.
struct DocumentCorpus {
    /// A row of the manifest with a known verdict.
    struct Row {
        let name: String
        let schema: String
        let verdict: Bool
        let verdictWithFormats: Bool?
        let firstError: JSONPointer?
        let document: JSONDocument
    }

    let rows: [Row]
    private let schemas: [String: SchemaRow]
    private let fileOfURI: [String: String]

    private struct SchemaRow {
        let uri: String
        let draft: Draft?
        let references: [String]
    }

    init() throws {
        let folder = Corpora.directory.appending(path: "documents")
        var schemas: [String: SchemaRow] = [:]
        for row in try Self.lines(of: folder.appending(path: "schemas.jsonl")) {
            let path = row["schema"]?.string ?? ""
            schemas[path] = SchemaRow(
                uri: row["retrieval_uri"]?.string ?? "corpus:///\(path)",
                draft: row["draft"]?.string.flatMap { Draft(rawValue: String($0.dropFirst(5))) },
                references: row["refs"]?.elements.compactMap(\.string) ?? [])
        }
        self.schemas = schemas
        let index = try Corpora.document(at: folder.appending(path: "schema-index.json"))
        fileOfURI = Dictionary(
            index.root.members.map { ($0.name, $0.value.string ?? "") }, uniquingKeysWith: { first, _ in first })
        rows = try Self.rows(in: folder)
    }

    /// The paths of all schemas in the rows, sorted.
    var schemaPaths: [String] { Set(rows.map(\.schema)).sorted() }

    /// Compiles a schema with everything it refers to.
    func compile(_ path: String, assertFormats: Bool) throws -> Schema {
        var resources = SchemaResources()
        var pending = [path]
        var seen: Set<String> = []
        while let next = pending.popLast() {
            guard seen.insert(next).inserted, let row = schemas[next] else { continue }
            let document = try Corpora.document(at: Corpora.directory.appending(path: next))
            resources.add(document, uri: row.uri, draft: row.draft)
            pending += row.references.compactMap { fileOfURI[$0] }
        }
        let options = CompileOptions(assertFormats: assertFormats, checksMetaschema: !assertFormats)
        return try Schema.compile(schemas[path]?.uri ?? "", in: resources, options: options)
    }

    private static func rows(in folder: URL) throws -> [Row] {
        var bundles: [String: [String: [UInt8]]] = [:]
        return try lines(of: folder.appending(path: "manifest.jsonl")).compactMap { row in
            guard let verdict = row["valid"]?.boolean, let name = row["instance"]?.string,
                let schema = row["schema"]?.string
            else { return nil }
            let bytes: [UInt8]
            if let bundle = row["bundle"]?.string {
                if bundles[bundle] == nil { bundles[bundle] = try Self.bundle(bundle) }
                bytes = bundles[bundle]?[name] ?? []
            } else {
                bytes = try [UInt8](Data(contentsOf: Corpora.directory.appending(path: name)))
            }
            return Row(
                name: name, schema: schema, verdict: verdict, verdictWithFormats: row["valid_format_on"]?.boolean,
                firstError: row["first_error_pointer"]?.string.flatMap(JSONPointer.init),
                document: try JSONDocument(parsing: bytes))
        }
    }

    private static func bundle(_ path: String) throws -> [String: [UInt8]] {
        var texts: [String: [UInt8]] = [:]
        for row in try lines(of: Corpora.directory.appending(path: path)) {
            guard let name = row["name"]?.string else { continue }
            if let text = row["text"]?.utf8 {
                texts[name] = text
            } else if let base64 = row["b64"]?.string, let data = Data(base64Encoded: base64) {
                texts[name] = [UInt8](data)
            }
        }
        return texts
    }

    private static func lines(of file: URL) throws -> [JSONValue] {
        try [UInt8](Data(contentsOf: file)).split(separator: 0x0A).map { try JSONDocument(parsing: Array($0)).root }
    }
}
