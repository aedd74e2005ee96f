/// The syntax tree of a pattern (ECMA-262, section 22.2.1) with named groups already numbered.
indirect enum PatternNode: Sendable {
    case empty
    /// A code point; it may be a surrogate, which no text contains.
    case character(UInt32)
    case set(CharacterSet)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    /// A group; capturing groups have a number from 1.
    case group(PatternNode, capture: Int?)
    case look(PatternNode, isBehind: Bool, isNegative: Bool)
    /// A repetition; without a maximum it is unlimited.
    case repeated(PatternNode, minimum: Int, maximum: Int?, isLazy: Bool)
    case reference(Int)
    case start
    case end
    case wordBoundary(isNegative: Bool)

    /// The numbers of the capturing groups in the tree.
    var captures: [Int] {
        switch self {
        case .empty, .character, .set, .reference, .start, .end, .wordBoundary: []
        case .sequence(let nodes), .alternatives(let nodes): nodes.flatMap(\.captures)
        case .group(let node, let capture): (capture.map { [$0] } ?? []) + node.captures
        case .look(let node, _, _), .repeated(let node, _, _, _): node.captures
        }
    }
}
