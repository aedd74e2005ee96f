/// Estimates how a text breaks into lines of a given width, without the fonts of a device.
///
/// Lines break at line feeds and spaces, between a hyphen and a letter, before and after ideographs (but neither before
/// closing punctuation nor after an opening bracket), and inside words longer than a line.
struct TextLines {
    /// The number of lines.
    private(set) var count = 1
    /// The width of the longest line in CSS pixels.
    private(set) var widest = 0.0
    private var current = 0.0
    private var gap = 0.0
    private let width: Double

    /// The maximum number of characters examined.
    private static let limit = 4_000

    /// Breaks a text of this font size into lines of `width` CSS pixels.
    init(_ text: String, fontSize: Double, isBold: Bool, width: Double) {
        self.width = width
        let em = fontSize / 1000
        let lines = text.prefix(Self.limit).split(
            omittingEmptySubsequences: false, whereSeparator: Self.isLineFeed)
        for (number, line) in lines.enumerated() {
            if number > 0 { breakLine() }
            var word = ""
            for letter in line {
                guard letter != " " else {
                    add(word, em: em, isBold: isBold)
                    gap = current > 0 ? TextMetrics.space * em : 0
                    word = ""
                    continue
                }
                if Self.breaks(before: letter, after: word.last) {
                    add(word, em: em, isBold: isBold)
                    word = ""
                }
                word.append(letter)
            }
            add(word, em: em, isBold: isBold)
        }
    }

    /// Returns true for a line feed, also with a carriage return before it; together they are one character.
    private static func isLineFeed(_ letter: Character) -> Bool { letter == "\n" || letter == "\r\n" }

    private static func breaks(before letter: Character, after last: Character?) -> Bool {
        guard let last, let scalar = letter.unicodeScalars.first, let before = last.unicodeScalars.first else {
            return false
        }
        if last == "-" || last == "\u{2010}" { return letter.isLetter }
        guard TextMetrics.isIdeograph(scalar.value) || TextMetrics.isIdeograph(before.value) else { return false }
        return !"、。，．：；！？）」』】》〉…·%％,.!?)".contains(letter) && !"（「『【《〈(".contains(last)
    }

    private mutating func add(_ word: String, em: Double, isBold: Bool) {
        guard !word.isEmpty else { return }
        let length = TextMetrics.width(of: word, isBold: isBold) * em
        if current > 0, current + gap + length > width + 0.01 { breakLine() }
        guard length > width + 0.01, width > 0 else {
            current += gap + length
            gap = 0
            widest = max(widest, current)
            return
        }
        cut(word, length: length, em: em, isBold: isBold)
    }

    /// Breaks a word longer than a line, letter by letter.
    private mutating func cut(_ word: String, length: Double, em: Double, isBold: Bool) {
        let letters = word.map { TextMetrics.width(of: String($0), isBold: isBold) * em }
        // Arabic letters join in a word and usually become narrower than alone.
        let joined = length / max(1, letters.reduce(0, +))
        for letter in letters {
            if current > 0, current + letter * joined > width + 0.01 { breakLine() }
            current += letter * joined
            widest = max(widest, current)
        }
    }

    private mutating func breakLine() {
        count += 1
        current = 0
        gap = 0
    }
}
