extension RolloutStep {
    private static let approvalWord = "approval"

    /// Parses `PERCENT:MINUTES:FAILURES:approval`, the format of command-line options and forms, such as
    /// `5:60:10:approval` for a step that reaches 5 %, lasts 60 minutes, halts the rollout at 10 failures, and after
    /// which a person must approve the next step. Only `PERCENT` is required: without `MINUTES` the step lasts 0
    /// minutes, and without `FAILURES` failures never halt the rollout. `FAILURES` needs `MINUTES`; `approval` may
    /// follow any of the three numbers. Nil for any other text.
    package init?(notation text: some StringProtocol) {
        var parts = String(text).split(separator: ":" as Character, omittingEmptySubsequences: false).map(String.init)
        let asks = parts.count > 1 && parts.last == Self.approvalWord
        if asks { parts.removeLast() }
        let numbers = parts.dropFirst().map { Int($0) }
        guard (1...3).contains(parts.count), let percent = RolloutPercent(parts[0]), !numbers.contains(nil) else {
            return nil
        }
        self.init(
            percent: percent, bakeMinutes: (numbers.first ?? 0) ?? 0, failures: numbers.count > 1 ? numbers[1] : nil,
            approval: asks)
    }

    /// The text that `init(notation:)` reads.
    package var notation: String {
        let words = [percent.text, String(bakeMinutes)] + (failures.map { [String($0)] } ?? [])
        return (words + (approval ? [Self.approvalWord] : [])).joined(separator: ":")
    }
}
