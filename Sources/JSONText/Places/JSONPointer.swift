/// The path from a document's root to one of its values (RFC 6901).
package struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
    package var tokens: [String]

    /// Creates the pointer of the root.
    package init() {
        tokens = []
    }

    /// Creates a pointer from unescaped member names and item indices.
    package init(tokens: [String]) {
        self.tokens = tokens
    }

    /// Parses the text form, with `~0` for `~` and `~1` for `/`; nil if it is invalid or has more than 512 tokens, the
    /// greatest depth of a document.
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

    /// Returns the pointer of a member.
    package func appending(_ name: String) -> JSONPointer {
        JSONPointer(tokens: tokens + [name])
    }

    /// Returns the pointer of an array item; the index counts from 0.
    package func appending(_ index: Int) -> JSONPointer {
        JSONPointer(tokens: tokens + [String(index)])
    }

    /// The pointer of the container; nil at the root.
    package var parent: JSONPointer? {
        tokens.isEmpty ? nil : JSONPointer(tokens: tokens.dropLast())
    }

    /// Returns the text form of a member's pointer; `container` is the text form of its container's pointer.
    package static func text(of name: String, in container: String) -> String {
        let isPlain = !name.utf8.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
        return isPlain ? "\(container)/\(name)" : container + JSONPointer(tokens: [name]).description
    }

    /// The text form; empty at the root.
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

    /// Returns true if the tokens have the same bytes.
    package static func == (left: JSONPointer, right: JSONPointer) -> Bool {
        left.tokens.elementsEqual(right.tokens) { $0.utf8.elementsEqual($1.utf8) }
    }

    /// Hashes the bytes of the tokens.
    package func hash(into hasher: inout Hasher) {
        for token in tokens {
            for byte in token.utf8 { hasher.combine(byte) }
            hasher.combine(UInt8(0xFF))
        }
    }
}
