/// The rule for slugs: names of lower-case ASCII words with single separators.
enum SlugRule {
    /// Returns true if the text is `[a-z0-9]+(separator[a-z0-9]+)*` within the maximum length.
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
