import Mustache

/// The escaping of every template here, byte by byte.
///
/// Mustache's own escaping compares grapheme clusters, so a quotation mark followed by a combining accent would pass
/// unescaped and end an attribute; HTML knows only code points.
struct ByteEscaping: MustacheContentType {
    func escapeText(_ text: String) -> String { Markup.escape(text) }

    /// What a template starts with to be escaped so; partials need it too.
    static let pragma: String = {
        MustacheContentTypes.register(ByteEscaping(), named: "GALLEY_HTML")
        return "{{% CONTENT_TYPE:GALLEY_HTML}}"
    }()
}
