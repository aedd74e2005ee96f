extension Pattern {
    /// Returns at most `limit` distinct texts that the pattern matches and whose lengths in Unicode scalars are in
    /// `lengths`; the same texts on every call. Empty if none could be generated, even if such texts exist.
    package func samples(lengths: ClosedRange<Int>, limit: Int) -> [String] {
        var parser = PatternParser(source)
        guard limit > 0, let tree = try? parser.parse() else { return [] }
        var found: [String] = []
        var seen: Set<[Unicode.Scalar]> = []
        for style in PatternSampler.Style.all(for: lengths) {
            for written in PatternSampler.texts(of: tree, in: style, lengths: lengths) {
                // A text cannot contain lone surrogates.
                let scalars = written.compactMap { Unicode.Scalar($0) }
                guard seen.insert(scalars).inserted, lengths.contains(scalars.count) else { continue }
                let text = String(String.UnicodeScalarView(scalars))
                // A pattern that is too costly for one sample is probably too costly for the next one.
                guard let isFound = try? matches(text) else { return found }
                guard isFound else { continue }
                found.append(text)
                if found.count == limit { return found }
            }
        }
        return found
    }
}
