/// A part of a message: plain text, or code written between backticks.
package struct MessagePiece: Sendable, Equatable {
    package let text: String
    package let isCode: Bool

    /// Splits a message into non-empty pieces; if a backtick has no partner, the whole message is plain text.
    package static func pieces(of message: String) -> [MessagePiece] {
        let parts = message.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        guard parts.count % 2 == 1 else { return [MessagePiece(text: message, isCode: false)] }
        return parts.enumerated().map { MessagePiece(text: $0.element, isCode: $0.offset % 2 == 1) }
            .filter { !$0.text.isEmpty }
    }
}
