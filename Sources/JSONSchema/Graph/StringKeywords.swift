import Patterns

/// The keywords `minLength` and `maxLength` (in Unicode scalars), `pattern` and `format`.
final class StringKeywords: Sendable {
    let minimumLength: Int?
    let maximumLength: Int?
    let pattern: SchemaPattern?
    let format: String?
    /// The check of the format; nil if the format is an annotation or unknown in the draft.
    let formatCheck: Format?

    init(
        minimumLength: Int?, maximumLength: Int?, pattern: SchemaPattern?, format: String?, formatCheck: Format?
    ) {
        self.minimumLength = minimumLength
        self.maximumLength = maximumLength
        self.pattern = pattern
        self.format = format
        self.formatCheck = formatCheck
    }
}

/// A compiled pattern with its source text.
struct SchemaPattern: Sendable {
    let source: String
    let pattern: Pattern
}
