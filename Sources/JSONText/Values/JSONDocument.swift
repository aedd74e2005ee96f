/// A parsed text: its bytes, its values and their positions.
package struct JSONDocument: Sendable {
    let storage: JSONStorage
    /// Warnings about faults that do not make the text invalid; the only one is a byte order mark.
    package let warnings: [JSONSyntaxError]

    /// Parses a text (RFC 8259). Also refuses duplicate names, lone surrogates and texts that exceed the limits.
    package init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONSyntaxErrors) {
        let start = Self.byteOrderMarkLength(bytes)
        var warnings: [JSONSyntaxError] = []
        if start > 0 {
            warnings.append(
                JSONSyntaxError(
                    code: "json.byte-order-mark", range: 0..<start,
                    message: "The text begins with an invisible byte order mark, which JSON does not allow. The mark "
                        + "was ignored; save the text as “UTF-8” rather than “UTF-8 with BOM”."))
        }
        guard bytes.count <= limits.maximumBytes,
            let nodes = JSONParser.nodes(of: bytes, from: start, maximumDepth: limits.maximumDepth)
        else {
            let errors = JSONDiagnosis.errors(in: bytes, from: start, limits: limits)
            throw JSONSyntaxErrors(errors: errors, warnings: warnings)
        }
        storage = JSONStorage(bytes: bytes, nodes: nodes)
        self.warnings = warnings
    }

    init(storage: JSONStorage, warnings: [JSONSyntaxError]) {
        self.storage = storage
        self.warnings = warnings
    }

    /// Parses a string; ranges and positions then count the bytes of its UTF-8 form.
    package init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONSyntaxErrors) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }

    /// The text as given.
    package var bytes: [UInt8] { storage.bytes }

    package var root: JSONValue { JSONValue(storage: storage, index: 0) }

    /// The line starts of the text, with which a byte offset is converted to a line and a column.
    package var lines: LineTable { storage.lines }

    /// Returns the source range of a value of this document.
    package func range(of value: JSONValue) -> SourceRange { range(ofBytes: value.range) }

    /// Returns the source range of some bytes of this document, such as a member's name.
    package func range(ofBytes range: Range<Int>) -> SourceRange { lines.range(range) }

    private static func byteOrderMarkLength(_ bytes: [UInt8]) -> Int {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }
}
