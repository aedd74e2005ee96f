extension Int {
    /// A whole number as addresses and forms write it: 1 to 12 digits of ASCII; nil for anything else.
    ///
    /// So far from the largest one that nothing the pages reckon with it runs over.
    package init?(asked text: some StringProtocol) {
        let digits = text.utf8
        guard (1...12).contains(digits.count),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        self.init(text)
    }
}
