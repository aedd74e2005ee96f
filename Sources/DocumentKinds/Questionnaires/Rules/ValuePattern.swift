import JSONSchema
import JSONText

/// A regular expression in a document that a value must match.
struct ValuePattern: Sendable {
    private let schema: Schema

    /// The reason why a text is not a usable regular expression.
    struct Failure: Error {
        let message: String
    }

    /// Compiles a regular expression.
    ///
    /// - Throws: `Failure` if the text is not an ECMA-262 regular expression or is too costly.
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

    /// True if some part of the text matches.
    func matches(_ text: JSONValue) -> Bool { schema.isValid(text) }

    private static let uri = "galley:pattern"
    private static let unusable = "The regular expression cannot be used"
}
