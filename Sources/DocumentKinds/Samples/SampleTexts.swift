import JSONSchema

/// Suggests texts for some subschemas: examples of the format, texts that match the pattern, or plain words.
struct SampleTexts {
    /// The maximum length of a generated text in characters.
    private static let longest = 100_000

    private let nodes: [SchemaNode]
    private let word: String
    private let minimum: Int
    private let maximum: Int

    /// `word` is the word that free texts consist of.
    init(_ nodes: [SchemaNode], word: String) {
        self.nodes = nodes
        self.word = word
        minimum = nodes.compactMap(\.lengths.minimum).max() ?? 0
        maximum = nodes.compactMap(\.lengths.maximum).min() ?? .max
    }

    /// Returns suggestions, the best first. There may be more than `count`, because some may be invalid.
    func texts(_ count: Int) -> [String] {
        guard minimum <= maximum, minimum <= Self.longest else { return [] }
        let formatted = nodes.compactMap(\.format).flatMap { FormatSamples.texts(of: $0, count: count) }
        let patterns = nodes.filter { $0.pattern != nil }
        let limit = patterns.count > 1 ? 60 : count + 8
        // Prefers texts of at least one character, if the schema allows it.
        let preferred = max(minimum, min(1, maximum))...maximum
        let described = patterns.flatMap { node in
            let texts = node.patternSamples(lengths: preferred, limit: limit)
            return texts.isEmpty ? node.patternSamples(lengths: minimum...maximum, limit: limit) : texts
        }
        // One pattern may describe the beginning and the other the end of a text, so a combination may match both.
        let ends = patterns.count == 2 ? patterns.map { $0.patternSamples(lengths: 0...maximum, limit: 4) } : []
        let joined = ends.flatMap { one in ends.flatMap { other in one.flatMap { a in other.map { a + $0 } } } }
        let fitting = formatted.filter { (minimum...maximum).contains($0.unicodeScalars.count) }
        let free = (0..<(count + 2)).map { fitted(Self.plain(word, number: $0), $0) }
        return fitting + described + joined + free + [fitted(SampleWord.english, 0), ""]
    }

    /// Returns a different text for each number.
    static func plain(_ word: String, number: Int) -> String { number == 0 ? word : "\(word) \(number + 1)" }

    /// Shortens or extends a text to the allowed length. The number remains in the text, as far as there is room.
    private func fitted(_ text: String, _ number: Int) -> String {
        if text.count > maximum {
            let digits = number == 0 ? "" : String(number)
            return String((text.prefix(max(0, maximum - digits.count)) + digits).suffix(maximum))
        }
        let word = " " + word.lowercased()
        let words = max(0, minimum - text.count + word.count - 1) / word.count
        var longer = text + String(repeating: word, count: words)
        longer = String(longer.prefix(max(minimum, text.count)))
        return longer.hasSuffix(" ") ? String(longer.dropLast()) + "." : longer
    }
}
