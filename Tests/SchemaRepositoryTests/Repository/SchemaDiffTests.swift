import DocumentKinds
import JSONText
import SchemaRepository
import Testing

@Suite("Differences of schemas") struct SchemaDiffTests {
    /// Each case has the old and the new members of a schema, and the subjects of the changes, with `!` if breaking.
    @Test(arguments: [
        ("\"properties\": {\"a\": {}}", "\"properties\": {}", "property!"),
        ("\"properties\": {}", "\"properties\": {\"a\": {}}", "property"),
        ("\"required\": [\"a\"]", "\"required\": [\"a\", \"b\"]", "requirement!"),
        ("\"required\": [\"a\", \"b\"]", "\"required\": [\"b\", \"a\"]", ""),
        ("\"required\": [\"a\"]", "\"title\": \"T\"", "documentation requirement"),
        ("\"enum\": [\"a\", \"b\"]", "\"enum\": [\"b\", \"c\"]", "value value!"),
        ("\"type\": \"integer\"", "\"type\": \"number\"", "type"),
        ("\"type\": \"number\"", "\"type\": \"integer\"", "type!"),
        ("\"type\": [\"string\", \"null\"]", "\"type\": \"string\"", "type!"),
        ("\"maxLength\": 5", "\"maxLength\": 6", "limit"),
        ("\"maxLength\": 5", "\"maxLength\": 4", "limit!"),
        ("\"minItems\": 1", "\"minItems\": 2", "limit!"),
        ("\"pattern\": \"a\"", "\"pattern\": \"b\"", "limit!"),
        ("\"pattern\": \"a\"", "\"description\": \"D\"", "documentation limit"),
        ("\"additionalProperties\": true", "\"additionalProperties\": false", "type!"),
        ("\"title\": \"T\"", "\"unevaluatedProperties\": false", "documentation limit!"),
        ("\"const\": 1", "\"const\": 2", "value!"),
        ("\"$ref\": \"/a\"", "\"$ref\": \"/b\"", "reference!"),
        ("\"oneOf\": [{\"$ref\": \"/a\"}, {\"$ref\": \"/b\"}]", "\"oneOf\": [{\"$ref\": \"/b\"}]", "branch!"),
        ("\"oneOf\": [{\"$ref\": \"/a\"}]", "\"oneOf\": [{\"$ref\": \"/b\"}, {\"$ref\": \"/a\"}]", "branch"),
        ("\"allOf\": [{\"$ref\": \"/a\"}]", "\"allOf\": [{\"$ref\": \"/a\"}, {\"$ref\": \"/b\"}]", "branch!"),
        ("\"x-since\": {\"ios\": \"5.0\"}", "\"x-since\": {\"ios\": \"6.0\"}", "support!"),
        ("\"x-since\": {\"ios\": \"6.0\"}", "\"x-since\": {\"ios\": \"5.0\"}", "support!"),
        ("\"x-since\": {\"ios\": \"6.0\"}", "\"x-since\": {\"ios\": \"6.0\", \"web\": \"9\"}", "support"),
        ("\"x-since\": {\"ios\": \"6.0\", \"web\": \"9\"}", "\"x-since\": {\"ios\": \"6.0\"}", "support!"),
        ("\"x-removed\": {\"ios\": \"6.0\"}", "\"x-removed\": {\"ios\": \"7.0\"}", "support"),
        ("\"x-removed\": {\"ios\": \"7.0\"}", "\"x-removed\": {\"ios\": \"6.0\"}", "support!"),
        ("\"x-ignorable\": true", "\"x-ignorable\": false", "annotation!"),
        ("\"x-unknown-items\": \"drop\"", "\"x-unknown-items\": \"fail\"", "annotation!"),
        ("\"x-enum\": {\"a\": {\"unknownAs\": \"b\"}}", "\"x-enum\": {\"a\": {}}", "annotation!"),
        (
            "\"x-enum\": {\"a\": {\"x-since\": {\"ios\": \"1\"}}}",
            "\"x-enum\": {\"a\": {\"x-since\": {\"ios\": \"2\"}}}", "support!"
        ),
        (
            "\"enum\": [\"a\"]",
            "\"enum\": [\"a\", \"b\"], \"x-enum\": {\"b\": {\"x-since\": {\"ios\": \"6.0\"}}}", "support value"
        ),
        (
            "\"enum\": [\"a\"]", "\"enum\": [\"a\"], \"x-enum\": {\"a\": {\"x-since\": {\"ios\": \"6.0\"}}}",
            "support!"
        ),
        ("\"items\": {\"minLength\": 1}", "\"items\": {\"minLength\": 2}", "limit!"),
        ("\"properties\": {\"a\": {\"maximum\": 9}}", "\"properties\": {\"a\": {\"maximum\": 8}}", "limit!"),
    ])
    func `a change has the expected subject and is marked if breaking`(old: String, new: String, expected: String)
        throws
    {
        let changes = try Self.repository(new).changes(since: Self.repository(old))

        let found = changes.map { $0.subject.rawValue + ($0.isBreaking ? "!" : "") }.sorted().joined(separator: " ")
        #expect(found == expected, "\(changes.map(\.message))")
        #expect(changes.allSatisfy { $0.entity == "/s" && ($0.line ?? 0) >= 1 })
    }

    @Test func `a message states the place, the old and the new value`() throws {
        let old = "\"properties\": {\"a\": {\"items\": {\"properties\": {\"b\": {\"maxLength\": 5}}}}}"

        let change = try #require(
            try Self.repository(old.replacing("5", with: "4")).changes(since: Self.repository(old)).first)

        #expect(change.message == "`maxLength` of `a items/b` is `4` instead of `5`.")
        #expect(change.pointer.description == "/properties/a/items/properties/b/maxLength")
    }

    @Test(arguments: [
        ("\"title\": \"T\",\n\"required\": [\"a\", \"b\"]", "\"required\": [\"a\"],\n\"title\": \"T\"", "/required 3"),
        (
            "\"title\": \"T\",\n\"x-since\": {\"ios\": \"5\",\n\"web\": \"6\"}",
            "\"x-since\": {\"ios\": \"5\"},\n\"title\": \"T\"", "/x-since/web 4"
        ),
        (
            "\"title\": \"T\",\n\"x-enum\": {\"a\":\n{\"unknownAs\":\n\"b\"}}",
            "\"x-enum\": {\"a\": {}},\n\"title\": \"T\"", "/x-enum/a/unknownAs 5"
        ),
    ])
    func `a removed member has its pointer and line in the old schema`(old: String, new: String, place: String) throws {
        let changes = try Self.repository(new).changes(since: Self.repository(old))

        #expect(changes.map { "\($0.kind) \($0.pointer) \($0.line ?? 0)" } == ["removed " + place])
    }

    @Test func `added and removed schemas and changed examples are listed`() throws {
        let old = try Self.repository("", files: ["t/schema.json": "{}", "t/examples/a.json": "{}"])
        let new = try Self.repository(
            "", files: ["u.json": "{}", "t/examples/a.json": "{\"a\": 1}", "t/schema.json": "{}"])

        #expect(
            new.changes(since: old).map { "\($0.entity) \($0.subject) \($0.kind) \($0.isBreaking)" } == [
                "/u document added false", "/t example changed false",
            ])
        #expect(old.changes(since: new).first?.isBreaking == true)
        #expect(new.changes(since: new) == [])
    }

    private static func repository(_ member: String, files: [String: String] = [:]) throws -> SchemaRepository {
        let schemas = ["s.json": "{\n\(member)\n}", "a.json": "{}", "b.json": "{}"].merging(files) { $1 }
        return try SchemaRepository(
            documents: schemas.map { RepositoryFile(path: $0.key, bytes: Array($0.value.utf8)) })
    }
}
