extension Suggestion {
    /// Returns the nearest candidate, or else one with the same words: in another order, with further words before or
    /// after them, or without a generic last word (`Text` for `TextView`).
    ///
    /// Returns nil if several candidates have the same words in another order, or with further words.
    package static func likely(for word: String, among candidates: [String]) -> String? {
        nearest(to: word, among: candidates) ?? withSameWords(as: word, among: candidates)
    }

    private static func withSameWords(as word: String, among candidates: [String]) -> String? {
        guard word.unicodeScalars.count <= longest else { return nil }
        let words = words(of: word)
        guard words.joined().count > 2 else { return nil }
        let parts = candidates.map { (candidate: $0, words: self.words(of: $0)) }
        let reordered = parts.filter { $0.words.sorted() == words.sorted() }
        if !reordered.isEmpty { return reordered.count == 1 ? reordered[0].candidate : nil }
        let longer = parts.filter {
            $0.words.count > words.count && ($0.words.starts(with: words) || $0.words.suffix(words.count) == words[...])
        }
        if !longer.isEmpty { return longer.count == 1 ? longer[0].candidate : nil }
        guard let last = words.last, genericWords.contains(last) else { return nil }
        return parts.first { $0.words == words.dropLast() }?.candidate
    }

    private static let genericWords: Set<String> = [
        "component", "control", "element", "field", "item", "object", "value", "view", "widget",
    ]

    /// Returns the words of a name in lower case, without a plural `s`: `SDUI_textViews` has `sdui`, `text` and `view`.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        let characters = Array(name)
        for (index, character) in characters.enumerated() {
            let next = index + 1 < characters.count ? characters[index + 1] : nil
            let isLetter = character.isLetter || character.isNumber
            // A capital begins a word if another kind of character comes before it or a small letter after it.
            let begins =
                character.isUppercase && (word.last?.isUppercase == false || next?.isLowercase == true)
            if !word.isEmpty, begins || !isLetter {
                words.append(word)
                word = ""
            }
            if isLetter { word.append(character) }
        }
        if !word.isEmpty { words.append(word) }
        return words.map { word in
            let word = word.lowercased()
            return word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
        }
    }
}
