import JSONText

/// A URI or relative reference in its five parts, with the resolution of RFC 3986.
struct URIReference: Hashable, Sendable, CustomStringConvertible {
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?
    var fragment: String?

    /// Splits any text into parts (RFC 3986, appendix B); characters that a URI may not contain are kept.
    init(_ text: String) {
        var rest = text[...]
        if let hash = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
            scheme = rest[..<colon].lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: "/") ?? rest.endIndex
            authority = rest[..<end].lowercased()
            rest = rest[end...]
        }
        path = Self.normalizingEscapes(rest)
    }

    /// The reference without its fragment, which identifies a resource.
    var withoutFragment: URIReference {
        var copy = self
        copy.fragment = nil
        return copy
    }

    /// Resolves a reference against this base (RFC 3986, section 5.2.2).
    func resolving(_ reference: URIReference) -> URIReference {
        var target = reference
        if reference.scheme != nil {
            target.path = Self.removingDotSegments(reference.path)
            return target
        }
        target.scheme = scheme
        if reference.authority != nil {
            target.path = Self.removingDotSegments(reference.path)
            return target
        }
        target.authority = authority
        if reference.path.isEmpty {
            target.path = path
            target.query = reference.query ?? query
        } else if reference.path.hasPrefix("/") {
            target.path = Self.removingDotSegments(reference.path)
        } else {
            target.path = Self.removingDotSegments(merged(reference.path))
        }
        return target
    }

    /// Returns true if all parts have the same code points.
    static func == (left: URIReference, right: URIReference) -> Bool {
        left.path.isExactly(right.path) && areSame(left.scheme, right.scheme)
            && areSame(left.authority, right.authority) && areSame(left.query, right.query)
            && areSame(left.fragment, right.fragment)
    }

    /// Hashes the code points of the path, in which most references differ.
    func hash(into hasher: inout Hasher) { hasher.combine(JSONName(path)) }

    private static func areSame(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.isExactly(right)
    }

    /// The text of the reference (RFC 3986, section 5.3).
    var description: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// The fragment with its percent-escapes decoded; empty without a fragment, nil if the result is not valid UTF-8.
    var decodedFragment: String? {
        guard let fragment else { return "" }
        return Self.decodingEscapes(fragment)
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { byte in
            isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private func merged(_ relative: String) -> String {
        if authority != nil && path.isEmpty { return "/" + relative }
        guard let slash = path.lastIndex(of: "/") else { return relative }
        return path[...slash] + relative
    }

    /// Removes dot segments (RFC 3986, section 5.2.4).
    private static func removingDotSegments(_ path: String) -> String {
        guard path.contains(".") else { return path }
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment == "." {
                if isLast { kept.append("") }
            } else if segment == ".." {
                if kept.count > 1 || (kept.count == 1 && !path.hasPrefix("/")) { kept.removeLast() }
                if isLast { kept.append("") }
            } else {
                kept.append(segment)
            }
        }
        let joined = kept.joined(separator: "/")
        return path.hasPrefix("/") && !joined.hasPrefix("/") ? "/" + joined : joined
    }

    /// Decodes escapes of unreserved characters and capitalizes hexadecimal digits (RFC 3986, section 6.2.2).
    private static func normalizingEscapes(_ text: Substring) -> String {
        guard text.contains("%") else { return String(text) }
        var result: [UInt8] = []
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            guard let value = escape(in: bytes, at: index) else {
                result.append(bytes[index])
                index += 1
                continue
            }
            if isLetter(value) || (0x30...0x39).contains(value) || [0x2D, 0x2E, 0x5F, 0x7E].contains(value) {
                result.append(value)
            } else {
                result += Array(String(decoding: bytes[index..<index + 3], as: UTF8.self).uppercased().utf8)
            }
            index += 3
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func decodingEscapes(_ text: String) -> String? {
        guard text.contains("%") else { return text }
        var result: [UInt8] = []
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            if let value = escape(in: bytes, at: index) {
                result.append(value)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(validating: result, as: UTF8.self)
    }

    private static func escape(in bytes: [UInt8], at index: Int) -> UInt8? {
        guard bytes[index] == 0x25, index + 2 < bytes.count, bytes[index + 1] != 0x2B else { return nil }
        return UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
    }
}
