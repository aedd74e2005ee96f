/// The path from a document's root to one of its values (RFC 6901).
package struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
    package var tokens: [String]

    /// The root.
    package init() {
        tokens = []
    }

    /// A path of member names and item indices, unescaped.
    package init(tokens: [String]) {
        self.tokens = tokens
    }

    /// Reads the form with slashes, `~0` for `~` and `~1` for `/`; nil when it is not one, or leads deeper than any
    /// text that is read.
    package init?(_ text: String) {
        var tokens: [String] = []
        guard text.utf8.count(where: { $0 == UInt8(ascii: "/") }) <= JSONLimits.greatestDepth else { return nil }
        guard !text.isEmpty else {
            self.tokens = tokens
            return
        }
        guard text.utf8.first == UInt8(ascii: "/") else { return nil }
        for part in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            var token: [UInt8] = []
            var isEscaped = false
            for byte in part {
                if isEscaped {
                    guard byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { return nil }
                    token.append(byte == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
                    isEscaped = false
                } else if byte == UInt8(ascii: "~") {
                    isEscaped = true
                } else {
                    token.append(byte)
                }
            }
            if isEscaped { return nil }
            tokens.append(String(decoding: token, as: UTF8.self))
        }
        self.tokens = tokens
    }

    /// The path to a member of the value this one leads to.
    package func appending(_ name: String) -> JSONPointer {
        JSONPointer(tokens: tokens + [name])
    }

    /// The path to an item of the array this one leads to; the index counts from 0.
    package func appending(_ index: Int) -> JSONPointer {
        JSONPointer(tokens: tokens + [String(index)])
    }

    /// The path to the container of the value, nil at the root.
    package var parent: JSONPointer? {
        tokens.isEmpty ? nil : JSONPointer(tokens: tokens.dropLast())
    }

    /// The form with slashes; empty at the root.
    package var description: String {
        var text: [UInt8] = []
        for token in tokens {
            text.append(UInt8(ascii: "/"))
            for byte in token.utf8 {
                switch byte {
                case UInt8(ascii: "~"): text += [UInt8(ascii: "~"), UInt8(ascii: "0")]
                case UInt8(ascii: "/"): text += [UInt8(ascii: "~"), UInt8(ascii: "1")]
                default: text.append(byte)
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Paths are the same when their tokens have the same bytes.
    package static func == (left: JSONPointer, right: JSONPointer) -> Bool {
        left.tokens.elementsEqual(right.tokens) { $0.utf8.elementsEqual($1.utf8) }
    }

    /// Feeds the bytes of the tokens.
    package func hash(into hasher: inout Hasher) {
        for token in tokens {
            for byte in token.utf8 { hasher.combine(byte) }
            hasher.combine(UInt8(0xFF))
        }
    }
}
