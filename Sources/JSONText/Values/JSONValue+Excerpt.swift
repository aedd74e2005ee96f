extension JSONValue {
    /// The value's text for quoting in a message: one line of at most 60 characters; `…` marks a longer text.
    package var excerpt: String {
        let limit = 60
        let text = String(decoding: minified(), as: UTF8.self).unicodeScalars
        return text.count <= limit ? String(text) : String(String.UnicodeScalarView(text.prefix(limit - 1))) + "…"
    }
}
