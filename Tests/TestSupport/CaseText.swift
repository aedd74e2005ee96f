/// A text as the argument of a test. The log of a test shows all arguments, so a long text is shortened there.
package struct CaseText: CustomStringConvertible, ExpressibleByStringLiteral, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package init(stringLiteral text: String) { self.text = text }

    /// The text, or its first 40 characters with its number of bytes.
    package var description: String {
        let start = text.prefix(40)
        return start.endIndex == text.endIndex ? text : "\(start)… (\(text.utf8.count) bytes)"
    }
}
