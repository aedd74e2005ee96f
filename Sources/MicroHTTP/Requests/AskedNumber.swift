extension Int {
    /// Parses a whole number of 1 to 12 ASCII digits, as queries and forms contain it; nil for any other text.
    ///
    /// The limit keeps calculations with the number far from overflow.
    package init?(asked text: some StringProtocol) {
        let digits = text.utf8
        guard (1...12).contains(digits.count),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        self.init(text)
    }
}
