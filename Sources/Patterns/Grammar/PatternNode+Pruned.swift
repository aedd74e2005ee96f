extension PatternNode {
    /// The same pattern without parts that are repeated at most zero times; groups are renumbered.
    ///
    /// PCRE2 considers such parts when it decides where a match may begin: it would anchor `(|^a){0}$` at the start. A
    /// group inside such a part never captures, so a reference to it matches the empty text.
    var pruned: PatternNode {
        guard hasSkippedPart else { return self }
        let kept = Set(keptCaptures).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0 + 1) })
        return pruned(numbers)
    }

    /// The numbers of the groups outside the removed parts.
    private var keptCaptures: [Int] {
        switch self {
        case .empty, .character, .set, .reference, .start, .end, .wordBoundary: []
        case .sequence(let nodes), .alternatives(let nodes): nodes.flatMap(\.keptCaptures)
        case .group(let node, let capture): (capture.map { [$0] } ?? []) + node.keptCaptures
        case .look(let node, _, _): node.keptCaptures
        case .repeated(let node, _, let maximum, _): maximum == 0 ? [] : node.keptCaptures
        }
    }

    private var hasSkippedPart: Bool {
        switch self {
        case .empty, .character, .set, .reference, .start, .end, .wordBoundary: false
        case .sequence(let nodes), .alternatives(let nodes): nodes.contains(where: \.hasSkippedPart)
        case .group(let node, _), .look(let node, _, _): node.hasSkippedPart
        case .repeated(let node, _, let maximum, _): maximum == 0 || node.hasSkippedPart
        }
    }

    private func pruned(_ numbers: [Int: Int]) -> PatternNode {
        switch self {
        case .empty, .character, .set, .start, .end, .wordBoundary: self
        case .reference(let number): numbers[number].map { .reference($0) } ?? .empty
        case .sequence(let nodes): .sequence(nodes.map { $0.pruned(numbers) })
        case .alternatives(let nodes): .alternatives(nodes.map { $0.pruned(numbers) })
        case .group(let node, let capture): .group(node.pruned(numbers), capture: capture.flatMap { numbers[$0] })
        case .look(let node, let isBehind, let isNegative):
            .look(node.pruned(numbers), isBehind: isBehind, isNegative: isNegative)
        case .repeated(_, _, 0?, _): .empty
        case .repeated(let node, let minimum, let maximum, let isLazy):
            .repeated(node.pruned(numbers), minimum: minimum, maximum: maximum, isLazy: isLazy)
        }
    }
}
