import Mustache

/// The escaping in all templates of the preview and the console: byte by byte, for element content and quoted
/// attributes.
///
/// Mustache's own escaping compares grapheme clusters, so a quotation mark followed by a combining accent would stay
/// unescaped and end an attribute, because browsers compare code points.
package struct HTMLEscaping: MustacheContentType {
    /// The tag at the beginning of a template that selects this escaping; partials need it too.
    package static let pragma: String = {
        MustacheContentTypes.register(HTMLEscaping(), named: "GALLEY_HTML")
        return "{{% CONTENT_TYPE:GALLEY_HTML}}"
    }()

    /// Returns text with all special characters of HTML escaped, and U+0000 replaced by U+FFFD.
    package func escapeText(_ text: String) -> String { Self.escape(text) }

    /// Returns text with all special characters of HTML escaped, and U+0000 replaced by U+FFFD.
    package static func escape(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case UInt8(ascii: "'"): bytes += "&#39;".utf8
            // A NUL is invalid in HTML, and a bare carriage return would become a line feed.
            case 0: bytes += "\u{FFFD}".utf8
            case UInt8(ascii: "\r"): bytes += "&#13;".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
