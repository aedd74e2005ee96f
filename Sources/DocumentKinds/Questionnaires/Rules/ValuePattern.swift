import JSONSchema
import JSONText

/// A regular expression that a value must match, written in a document.
struct ValuePattern: Sendable {
    private let schema: Schema

    /// Why a text is no regular expression.
    struct Failure: Error {
        let message: String
    }

    /// - Throws: `Failure` for what is no ECMA-262 regular expression, or too costly a one.
    init(_ source: String) throws(Failure) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("pattern")
        writer.string(source)
        writer.endObject()
        do {
            var resources = SchemaResources()
            resources.add(try JSONDocument(parsing: writer.bytes), uri: Self.uri)
            schema = try Schema.compile(Self.uri, in: resources)
        } catch let error as SchemaError {
            throw Failure(message: error.diagnostics.first?.diagnostic.message ?? Self.unusable)
        } catch {
            throw Failure(message: Self.unusable)
        }
    }

    /// Whether a text matches somewhere.
    func matches(_ text: JSONValue) -> Bool { schema.isValid(text) }

    private static let uri = "galley:pattern"
    private static let unusable = "The regular expression cannot be used"
}
