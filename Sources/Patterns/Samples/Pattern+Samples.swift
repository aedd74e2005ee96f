extension Pattern {
    /// Returns at most `limit` distinct texts that the pattern matches, with lengths in Unicode scalars; the same texts
    /// on every call. Empty if none could be generated, even if matching texts exist.
    package func samples(lengths: ClosedRange<Int>, limit: Int) -> [String] {
        var parser = PatternParser(source)
        guard limit > 0, let tree = try? parser.parse() else { return [] }
        var found: [String] = []
        var seen: Set<[UInt32]> = []
        for style in PatternSampler.Style.all(for: lengths) {
            for scalars in PatternSampler.texts(of: tree, in: style, lengths: lengths)
            where seen.insert(scalars).inserted {
                let text = String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
                guard lengths.contains(text.unicodeScalars.count) else { continue }
                // A pattern that is too costly once will be so again.
                guard let isFound = try? matches(text) else { return found }
                guard isFound else { continue }
                found.append(text)
                if found.count == limit { return found }
            }
        }
        return found
    }
}
