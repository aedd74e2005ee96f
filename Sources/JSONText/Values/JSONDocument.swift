/// A parsed text: its bytes, its values, and where each of them stands.
package struct JSONDocument: Sendable {
    let storage: JSONStorage
    /// What is suspect, but no reason to refuse: a byte order mark.
    package let warnings: [JSONSyntaxError]

    /// Reads a text (RFC 8259); duplicate names, lone surrogates and what exceeds the limits are refused too.
    package init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONSyntaxErrors) {
        let start = Self.byteOrderMarkLength(bytes)
        var warnings: [JSONSyntaxError] = []
        if start > 0 {
            warnings.append(
                JSONSyntaxError(
                    code: "json.byte-order-mark", range: 0..<start,
                    message: "The text begins with an invisible byte order mark, which JSON does not allow; "
                        + "save it as “UTF-8” rather than “UTF-8 with BOM”. It was ignored."))
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

    /// Reads the UTF-8 form of a text.
    package init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONSyntaxErrors) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }

    /// The text as it was given.
    package var bytes: [UInt8] { storage.bytes }

    package var root: JSONValue { JSONValue(storage: storage, index: 0) }

    /// Where the lines of the text begin.
    package var lines: LineTable { storage.lines }

    /// Where a value of this document stands.
    package func range(of value: JSONValue) -> SourceRange { range(ofBytes: value.range) }

    /// Where some bytes of this document stand, such as a member's name.
    package func range(ofBytes range: Range<Int>) -> SourceRange { lines.range(range) }

    private static func byteOrderMarkLength(_ bytes: [UInt8]) -> Int {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }
}
