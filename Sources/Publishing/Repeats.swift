extension Sequence where Element: Equatable {
    /// The elements without those that equal the element before them.
    package var withoutRepeats: [Element] { reduce(into: []) { if $0.last != $1 { $0.append($1) } } }

    /// The elements in the same order, each once.
    package var uniqued: [Element] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
