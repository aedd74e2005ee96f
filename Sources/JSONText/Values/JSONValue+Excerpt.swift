extension JSONValue {
    /// The value's text for quoting in a message: one line of at most 60 characters; `…` marks a longer text.
    package var excerpt: String { String(decoding: minified(), as: UTF8.self).excerpt() }
}
