import Publishing

extension RuleAnswer {
    /// The rule as a line of text.
    var line: String {
        let range = until.map { "from \(from) until \($0)" } ?? "from \(from)"
        return "  \(platform) \(range): revision \(revision)\(percent.isEveryone ? "" : " for \(percent) %")"
    }
}
