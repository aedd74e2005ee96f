import Foundation

/// Common passwords and words from lists in packages of the operating system: about 50,000 from CrackLib
/// (`cracklib-runtime`), and those of John the Ripper (`john-data`) if it is installed.
package struct CommonPasswords: Sendable {
    /// The lists of this system; empty if none is installed.
    package static let installed = CommonPasswords(files: [
        "/usr/share/dict/cracklib-small", "/usr/share/john/password.lst",
    ])

    private let words: Set<String>

    /// Reads lists with one word per line; skips files that cannot be read, and words of up to three characters.
    package init(files: [String]) {
        words = Set(
            files.lazy.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }
                .flatMap { $0.split(separator: "\n") }.filter { $0.count > 3 }.map { $0.lowercased() })
    }

    package var isEmpty: Bool { words.isEmpty }

    /// The letters in the order of the usual keyboards, forwards and backwards.
    private static let keyboards = [
        "qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm", "azertyuiopqsdfghjklmwxcvbn",
    ].flatMap { [$0, String($0.reversed())] }
    /// The minimum length, in letters, of a sequence such as `qwer` that makes a password common, whatever digits and
    /// signs are around the sequence.
    private static let shortestSequence = 4

    /// Returns true if a password is a word of the lists: as it is, with digits or signs that look like letters
    /// (`p4ssw0rd`), repeated, or with digits and signs around it. Also returns true for sequences such as 123456789012
    /// and qwertyuiop12.
    package func recognizes(_ password: String) -> Bool {
        let text = Array(password.lowercased())
        guard !Self.isSequence(text), !Self.isLetterSequence(Self.bare(text)) else { return true }
        return [text, Self.unit(of: text)].contains { text in
            let bare = Self.bare(text)
            return [text, bare, text.map(Self.plain), bare.map(Self.plain)].contains { words.contains(String($0)) }
        }
    }

    /// Returns the shortest part that makes up the whole text when it is repeated; the text itself if there is none.
    private static func unit(of text: [Character]) -> [Character] {
        guard text.count > 1 else { return text }
        let length = (1...(text.count / 2)).first { length in
            text.count % length == 0 && text.indices.allSatisfy { text[$0] == text[$0 % length] }
        }
        return length.map { Array(text.prefix($0)) } ?? text
    }

    /// Returns the text without leading and trailing characters that are not letters.
    private static func bare(_ text: [Character]) -> [Character] {
        Array(text.drop { !$0.isLetter }.reversed().drop { !$0.isLetter }.reversed())
    }

    /// Returns the letter that a digit or sign looks like; any other character is returned unchanged.
    private static func plain(_ character: Character) -> Character {
        let letters: [Character: Character] = [
            "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i",
        ]
        return letters[character] ?? character
    }

    /// Returns true if there are at least `shortestSequence` letters, each of which follows the one before it in the
    /// alphabet or on a keyboard, forwards or backwards.
    private static func isLetterSequence(_ letters: [Character]) -> Bool {
        guard letters.count >= shortestSequence else { return false }
        return isSequence(letters) || keyboards.contains { $0.contains(String(letters)) }
    }

    /// Returns true if each character follows the one before it, forwards or backwards; 0 follows 9.
    private static func isSequence(_ text: [Character]) -> Bool {
        let values = text.compactMap { $0.unicodeScalars.first?.value }
        let steps = zip(values, values.dropFirst()).map { Int($1) - Int($0) }
        return [1, -1].contains { step in steps.allSatisfy { $0 == step || $0 == -9 * step } }
    }
}
