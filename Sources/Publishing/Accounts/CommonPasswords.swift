import Foundation

/// Words and passwords that are guessed first, from the lists of the distribution: 50,000 of CrackLib (package
/// `cracklib-runtime`), and those of John the Ripper where it is installed (package `john-data`).
package struct CommonPasswords: Sendable {
    /// The lists of this system; empty where none is installed.
    package static let installed = CommonPasswords(files: [
        "/usr/share/dict/cracklib-small", "/usr/share/john/password.lst",
    ])

    private let words: Set<String>

    /// Reads lists with a word a line; a file that is not there is left out.
    package init(files: [String]) {
        words = Set(
            files.lazy.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }
                .flatMap { $0.split(separator: "\n") }.filter { $0.count > 3 }.map { $0.lowercased() })
    }

    package var isEmpty: Bool { words.isEmpty }

    /// True if a password is one of them, as it is, written with look-alikes, repeated, or with digits and signs around
    /// it; or keys in their order, such as 123456789012.
    package func holds(_ password: String) -> Bool {
        let text = Array(password.lowercased())
        guard !Self.isSequence(text) else { return true }
        return [text, Self.unit(of: text)].contains { text in
            let bare = Self.bare(text)
            return [text, bare, text.map(Self.plain), bare.map(Self.plain)].contains { words.contains(String($0)) }
        }
    }

    /// The shortest text that a text repeats; the text itself when it repeats nothing.
    private static func unit(of text: [Character]) -> [Character] {
        guard text.count > 1 else { return text }
        let length = (1...(text.count / 2)).first { length in
            text.count % length == 0 && text.indices.allSatisfy { text[$0] == text[$0 % length] }
        }
        return length.map { Array(text.prefix($0)) } ?? text
    }

    /// Without what is no letter at the beginning and at the end.
    private static func bare(_ text: [Character]) -> [Character] {
        Array(text.drop { !$0.isLetter }.reversed().drop { !$0.isLetter }.reversed())
    }

    /// The letter that a digit or a sign stands for.
    private static func plain(_ character: Character) -> Character {
        let letters: [Character: Character] = [
            "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i",
        ]
        return letters[character] ?? character
    }

    /// True if each character follows the one before it, forwards or backwards; 0 follows 9.
    private static func isSequence(_ text: [Character]) -> Bool {
        let values = text.compactMap { $0.unicodeScalars.first?.value }
        let steps = zip(values, values.dropFirst()).map { Int($1) - Int($0) }
        return [1, -1].contains { step in steps.allSatisfy { $0 == step || $0 == -9 * step } }
    }
}
