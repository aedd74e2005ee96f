package import JSONText

extension Diagnostic {
    /// Returns this diagnostic of an embedded document as one of the surrounding document. The embedded document begins
    /// at the pointer `prefix` and at the byte offset `offset`.
    package func moved(below prefix: JSONPointer, by offset: Int, in document: JSONDocument) -> Diagnostic {
        let range = range.map {
            document.range(ofBytes: ($0.start.offset + offset)..<($0.end.offset + offset))
        }
        return Diagnostic(
            severity: severity, code: code, message: message,
            pointer: JSONPointer(tokens: prefix.tokens + pointer.tokens), range: range, keyword: keyword,
            schemaPointer: schemaPointer, suggestion: suggestion)
    }
}
