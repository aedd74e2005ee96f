import Foundation

/// A text that is split at its placeholders, such as `Release {number} published`.
struct TextPattern: Sendable, Equatable {
    let pieces: [Piece]

    /// A part of the text.
    enum Piece: Sendable, Equatable {
        case words(String)
        case placeholder(String)
    }

    /// Splits a text at its placeholders.
    init(_ text: String) {
        var pieces: [Piece] = []
        var words = ""
        for (index, part) in text.components(separatedBy: "{").enumerated() {
            let end = part.firstIndex(of: "}")
            if index > 0, let end, end > part.startIndex, part[..<end].allSatisfy({ $0.isLetter || $0.isNumber }) {
                if !words.isEmpty { pieces.append(.words(words)) }
                pieces.append(.placeholder(String(part[..<end])))
                words = String(part[part.index(after: end)...])
            } else {
                words += (index > 0 ? "{" : "") + part
            }
        }
        if !words.isEmpty { pieces.append(.words(words)) }
        self.pieces = pieces
    }

    /// The names of the placeholders.
    var placeholders: Set<String> {
        Set(
            pieces.compactMap { piece in
                if case .placeholder(let name) = piece { name } else { nil }
            })
    }

    /// Returns the text with values for its placeholders; a placeholder without a value is left as it is.
    func filled(_ values: KeyValuePairs<String, any CustomStringConvertible>) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .words(let words): text += words
            case .placeholder(let name):
                text += values.first { $0.key == name }?.value.description ?? "{\(name)}"
            }
        }
        return text
    }
}
