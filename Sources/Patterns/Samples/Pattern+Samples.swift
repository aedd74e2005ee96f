extension Pattern {
    /// Texts in which the pattern is found, of so many Unicode scalars, each once and always the same ones; none where
    /// no way was found to write one, which need not mean that there is none.
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
                // A pattern that costs too much once does so again.
                guard let isFound = try? matches(text) else { return found }
                guard isFound else { continue }
                found.append(text)
                if found.count == limit { return found }
            }
        }
        return found
    }
}
