import DocumentKinds
import JSONText
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

struct FillingTests {
    private let home: Installation
    private var fillings: FillingStore { home.stores.fillings }

    init() throws {
        home = try Installation()
        try home.stores.schemaReleases.adopt(Self.schemas(), by: .operator)
        for (name, kind) in [("signup", "Form"), ("signup.other", "Form"), ("home.offers", "Screen")] {
            guard case .created = try home.stores.features.create(name: name, kind: kind, by: .operator) else {
                throw Unexpected(what: "\(name) was not created")
            }
        }
    }

    /// Returns the schemas of `Installation` with a Form kind.
    private static func schemas() throws -> SchemaRepository {
        let form = """
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "/forms/Form", "x-kind": "form",
             "x-name": "Form", "title": "Form", "description": "A form.", "type": "object", "required": ["type"],
             "properties": {"type": {"const": "Form", "description": "Which kind."}}}
            """
        let documents = try Installation.schemas().documents.map { document in
            guard document.path == "document.json" else { return document }
            let text = String(decoding: document.bytes, as: UTF8.self)
            let parts = text.split(separator: "{\"$ref\": \"/screens/Screen\"}", maxSplits: 1)
            let both = parts.joined(separator: "{\"$ref\": \"/screens/Screen\"}, {\"$ref\": \"/forms/Form\"}")
            return RepositoryFile(path: document.path, bytes: Array(both.utf8))
        }
        return try SchemaRepository(
            documents: documents + [RepositoryFile(path: "forms/Form.json", bytes: Array(form.utf8))])
    }

    private func saved(_ data: String, as name: String = "Family", of feature: String = "signup") throws -> Filling {
        switch try fillings.save(Array(data.utf8), as: name, of: feature, by: .operator) {
        case .saved(let filling): return filling
        case let other: throw Unexpected(what: "\(other)")
        }
    }

    @Test func `test data is stored byte for byte, and a later save replaces the data of the name`() throws {
        let text = "{ \"n\": 1.50,\n  \"s\": \"\\u0000\\u00e9\", \"n2\": 1e400 }"
        let first = try saved(text)
        #expect(first.data == text)
        #expect(try fillings.filling(named: "Family", of: "signup") == first)
        let second = try saved("{}")
        #expect(try fillings.filling(named: "Family", of: "signup") == second)
        #expect(try fillings.save(Array("{}".utf8), as: "Family", of: "signup", by: .operator) == .unchanged(second))
        let third = try saved(text)
        #expect(third.data == text)
        #expect(try home.stores.audit.events(limit: 3).map(\.action) == Array(repeating: "filling.saved", count: 3))
    }

    @Test func `the test data of a feature is listed once by name, without its contents`() throws {
        _ = try saved("{\"a\":1}", as: "Один")
        _ = try saved("{\"a\":2}", as: "Family, two children")
        _ = try saved("{\"a\":3}", as: "Family, two children")
        _ = try saved("{}", of: "signup.other")
        let list = try fillings.fillings(of: "signup")
        #expect(list.map(\.name) == ["Family, two children", "Один"])
        #expect(list.allSatisfy { $0.data.isEmpty && $0.author == .operator })
        #expect(try fillings.fillings(of: "none").isEmpty)
        #expect(try fillings.filling(named: "Family", of: "signup") == nil)
        #expect(try fillings.filling(named: "\u{0}", of: "signup") == nil)
    }

    @Test(
        arguments: [
            ("[1]", "document.not-an-object", 1), ("{\n\"a\" 1}", "json.", 2), ("", "json.", 1),
            ("{\"a\":\n1,\n\"a\":2}", "json.", 3),
            // The ellipsis is replaced by 256 KiB of text, so that the log shows a short case.
            (#"{"a":"…"}"#, "json.", 1),
        ])
    func `test data that are not a JSON object of allowed size are reported with their line`(
        _ written: String, _ code: String, _ line: Int
    ) throws {
        let text = written.replacing("…", with: String(repeating: "x", count: 256 << 10))
        let outcome = try fillings.save(Array(text.utf8), as: "Family", of: "signup", by: .operator)
        guard case .invalid(let diagnostics) = outcome else { throw Unexpected(what: "\(outcome)") }
        #expect(diagnostics.first?.code.hasPrefix(code) == true)
        #expect(diagnostics.first?.range?.start.line == line)
        #expect(try fillings.fillings(of: "signup").isEmpty)
    }

    @Test func `test data of the largest size is accepted, and a byte order mark is removed`() throws {
        let text = "{\"a\":\"" + String(repeating: "x", count: (256 << 10) - 8) + "\"}"
        #expect(text.utf8.count == Filling.maximumBytes)
        #expect(try saved(text).data == text)
        #expect(try saved("\u{FEFF}{}").data == "{}")
    }

    @Test func `test data for a missing feature or a screen is refused`() throws {
        let data = Array("{}".utf8)
        #expect(try fillings.save(data, as: "Family", of: "none", by: .operator) == .noSuchFeature)
        #expect(try fillings.save(data, as: "Family", of: "home.offers", by: .operator) == .notFillable)
    }

    @Test(arguments: ["", " ", " a", "a\n", "a\u{0}b", "a\tb", CaseText(String(repeating: "a", count: 101))])
    func `an empty, overlong or padded name, or one with control characters, is refused`(_ name: CaseText) throws {
        #expect(try fillings.save(Array("{}".utf8), as: name.text, of: "signup", by: .operator) == .invalidName)
    }

    @Test(arguments: ["UPDATE filling SET name = 'x'", "DELETE FROM filling", "TRUNCATE filling"] as [SQL])
    func `stored test data can be neither changed nor deleted`(_ statement: SQL) throws {
        _ = try saved("{}")
        #expect {
            try home.connectAsOwner().execute(statement)
        } throws: { error in
            (error as? PostgreSQLError)?.sqlState == .insufficientPrivilege
        }
    }
}
