import JSONSchema

/// Texts that the keywords of some subschemas suggest: an example of the format, what the pattern describes, or plain
/// words.
struct SampleTexts {
    /// Longer texts are not made.
    private static let longest = 100_000

    private let nodes: [SchemaNode]
    private let word: String
    private let minimum: Int
    private let maximum: Int

    /// `word` is what texts are made of that may be anything.
    init(_ nodes: [SchemaNode], word: String) {
        self.nodes = nodes
        self.word = word
        minimum = nodes.compactMap(\.lengths.minimum).max() ?? 0
        maximum = nodes.compactMap(\.lengths.maximum).min() ?? .max
    }

    /// Candidates, more than `count` where some may be refused; the best first.
    func texts(_ count: Int) -> [String] {
        guard minimum <= maximum, minimum <= Self.longest else { return [] }
        let formatted = nodes.compactMap(\.format).flatMap { FormatSamples.texts(of: $0, count: count) }
        let patterns = nodes.filter { $0.pattern != nil }
        let limit = patterns.count > 1 ? 60 : count + 8
        // A text of one character at least, where one may choose.
        let preferred = max(minimum, min(1, maximum))...maximum
        let described = patterns.flatMap { node in
            let texts = node.patternSamples(lengths: preferred, limit: limit)
            return texts.isEmpty ? node.patternSamples(lengths: minimum...maximum, limit: limit) : texts
        }
        // Two patterns may each speak of one end.
        let ends = patterns.count == 2 ? patterns.map { $0.patternSamples(lengths: 0...maximum, limit: 4) } : []
        let joined = ends.flatMap { one in ends.flatMap { other in one.flatMap { a in other.map { a + $0 } } } }
        let fitting = formatted.filter { (minimum...maximum).contains($0.unicodeScalars.count) }
        let free = (0..<(count + 2)).map { fitted(Self.plain(word, number: $0), $0) }
        return fitting + described + joined + free + [fitted(SampleWord.english, 0), ""]
    }

    /// Different texts of which nothing is asked.
    static func plain(_ word: String, number: Int) -> String { number == 0 ? word : "\(word) \(number + 1)" }

    /// A text brought to the length that is asked for; the number stays in it, as far as there is room.
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
