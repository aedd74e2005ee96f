/// A stretch of a message: words, or code that stands between grave accents.
package struct MessagePiece: Sendable, Equatable {
    package let text: String
    package let isCode: Bool

    /// The pieces of a message, none of them empty; a grave accent without its partner is text.
    package static func pieces(of message: String) -> [MessagePiece] {
        let parts = message.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        guard parts.count % 2 == 1 else { return [MessagePiece(text: message, isCode: false)] }
        return parts.enumerated().map { MessagePiece(text: $0.element, isCode: $0.offset % 2 == 1) }
            .filter { !$0.text.isEmpty }
    }
}
