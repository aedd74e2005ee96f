import JSONText

/// One unit of the standard output (JSON Schema core, section 12.3).
struct OutputUnit {
    let isValid: Bool
    let keywordLocation: JSONPointer
    let absoluteKeywordLocation: String
    let instanceLocation: JSONPointer
    var message: String?
    var annotation: AnnotationValue?
    var children: [OutputUnit] = []

    /// Creates the unit of a schema application. Its children are the valid keywords, or the failed ones if the
    /// application failed.
    init(_ trace: SchemaTrace, in graph: SchemaGraph) {
        isValid = trace.isValid
        keywordLocation = JSONPointer(tokens: trace.path)
        absoluteKeywordLocation = Self.location(of: trace.schema, "", in: graph)
        instanceLocation = trace.instance
        for keyword in trace.keywords where keyword.isValid == isValid {
            if keyword.keyword.isEmpty {
                message = keyword.message
            } else {
                children.append(OutputUnit(keyword, of: trace, in: graph))
            }
        }
    }

    private init(_ keyword: KeywordTrace, of trace: SchemaTrace, in graph: SchemaGraph) {
        isValid = keyword.isValid
        keywordLocation = JSONPointer(tokens: trace.path).appending(keyword.keyword)
        absoluteKeywordLocation = Self.location(of: trace.schema, keyword.keyword, in: graph)
        instanceLocation = trace.instance
        message = keyword.message
        annotation = keyword.isValid ? keyword.annotation : nil
        guard !isValid || keyword.passesAnnotations else { return }
        children = keyword.applied.filter { $0.isValid == isValid }.map { OutputUnit($0, in: graph) }
    }

    /// All units of the tree that have a message or an annotation, as a flat list.
    var flattened: [OutputUnit] {
        var own = self
        own.children = []
        return (saysSomething ? [own] : []) + children.flatMap(\.flattened)
    }

    /// The tree without the units that have no message, no annotation and no more than one child: a single child takes
    /// the place of such a unit. Nil if nothing is left.
    var condensed: OutputUnit? {
        var copy = self
        copy.children = children.compactMap(\.condensed)
        if saysSomething { return copy }
        return copy.children.count == 1 ? copy.children.first : copy.children.isEmpty ? nil : copy
    }

    private var saysSomething: Bool { isValid ? annotation != nil : message != nil }

    private static func location(of id: SchemaID, _ keyword: String, in graph: SchemaGraph) -> String {
        let location = graph.location(of: id) + (keyword.isEmpty ? "" : "/" + JSONPointer.escaped(keyword))
        return URIReference.escapingFragment(of: location)
    }
}

extension JSONPointer {
    /// Returns a token escaped as in the text of a pointer.
    fileprivate static func escaped(_ token: String) -> String {
        String(JSONPointer(tokens: [token]).description.dropFirst())
    }
}

extension URIReference {
    /// Percent-escapes the fragment of a location where a URI requires it (RFC 3986, section 3.5).
    static func escapingFragment(of location: String) -> String {
        guard let hash = location.firstIndex(of: "#") else { return location }
        var result = Array(location[...hash].utf8)
        for byte in location[location.index(after: hash)...].utf8 {
            if ASCII.isAlphanumeric(byte) || "-._~!$&'()*+,;=:@/?".utf8.contains(byte) {
                result.append(byte)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += Array(("%" + (digits.count == 1 ? "0" : "") + digits).utf8)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
