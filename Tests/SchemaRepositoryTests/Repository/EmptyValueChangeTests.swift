import DocumentKinds
import JSONText
import SchemaRepository
import Testing

@Suite("Schema changes for blank, null and missing values") struct EmptyValueChangeTests {
    private static let example = ##"{"title": "A", "count": 1, "color": "red"}"##

    private static func repository(_ screen: String, color: String = ##"{"enum": ["red"]}"##) throws -> SchemaRepository
    {
        let files = ["screen/schema.json": screen, "color.json": color, "screen/examples/a.json": example]
        return try SchemaRepository(
            documents: files.map { RepositoryFile(path: $0.key, bytes: Array($0.value.utf8)) })
    }

    private static func screen(
        required: String = "[]", title: String = ##"{"type": "string"}"##, more: String = ""
    ) -> String {
        ##"{"type": "object", "required": \##(required), "properties": {"title": \##(title), "##
            + ##""count": {"type": "integer"}, "color": {"$ref": "/color"}}\##(more)}"##
    }

    private static func messages(_ old: SchemaRepository, _ new: SchemaRepository) -> [String] {
        new.emptyValueChanges(since: old).map { "\($0.entity) \($0.isBreaking ? "!" : "")\($0.message)" }
    }

    @Test func `values that become refused or accepted are listed`() throws {
        let loose = try Self.repository(Self.screen())
        let strict = try Self.repository(
            Self.screen(required: ##"["title"]"##, title: ##"{"type": "string", "minLength": 1}"##))
        #expect(
            Self.messages(loose, strict) == [
                "/screen !A blank `title` is refused now.", "/screen !`title` may no longer be missing.",
            ])
        #expect(
            Self.messages(strict, loose) == [
                "/screen A blank `title` is accepted now; older clients may not expect it.",
                "/screen `title` may be missing now; older clients may not expect that.",
            ])
        let nullable = try Self.repository(Self.screen(title: ##"{"type": ["string", "null"]}"##))
        #expect(
            Self.messages(loose, nullable) == ["/screen `title` may be `null` now; older clients may not expect it."])
    }

    @Test func `a change of a referenced schema is listed for the member that refers to it`() throws {
        let before = try Self.repository(Self.screen())
        let after = try Self.repository(Self.screen(), color: ##"{"enum": ["red", "", null]}"##)
        #expect(
            Self.messages(before, after) == [
                "/screen A blank `color` is accepted now; older clients may not expect it.",
                "/screen `color` may be `null` now; older clients may not expect it.",
            ])
    }

    @Test func `other changes are not listed`() throws {
        let before = try Self.repository(Self.screen())
        #expect(Self.messages(before, before) == [])
        #expect(Self.messages(before, try Self.repository(Self.screen(more: ##", "title": "Screen""##))) == [])
        // The example is invalid by one of the schemas, so it cannot be used to compare single members.
        let other = try Self.repository(Self.screen(required: ##"["title", "missing"]"##))
        #expect(Self.messages(before, other) == [])
    }
}
