/// Names made of lower-case ASCII words with one separator between each two.
enum SeparatedWords {
    /// Whether the text is `[a-z0-9]+(separator[a-z0-9]+)*` and no longer than the limit.
    static func accepts(_ text: String, separators: Set<Unicode.Scalar>, maximumBytes: Int) -> Bool {
        guard text.utf8.count <= maximumBytes else { return false }
        var afterWord = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": afterWord = true
            case _ where afterWord && separators.contains(scalar): afterWord = false
            default: return false
            }
        }
        return afterWord
    }
}
