package import JSONText
package import SchemaRepository

/// A part of a document that a client does not show as written.
package struct ClientGap: Sendable, Hashable {
    package let pointer: JSONPointer
    package let range: SourceRange?
    /// A sentence that names the version from which clients know it.
    package let message: String
    /// What the client is given instead, of the part itself or of what is around it; nil where nothing stands in for it,
    /// and the document cannot be published for this client.
    package let escape: Escape?
}

extension ClientGap {
    /// The gaps that reasons leave for a client version, and those that what it is given instead leaves in turn.
    static func gaps(of reasons: [Reason], for version: ClientVersion) -> [ClientGap] {
        let unmet = reasons.filter { !$0.isMet(by: version) }
        let escapes = unmet.map { $0.escape(for: version) }
        // What is replaced or left out takes with it what stands in it, and what was given instead there.
        let outermost = escapes.compactMap { $0 }.filter { !$0.isWord }.sorted { $0.depth < $1.depth }
            .reduce(into: [Escape]()) { chosen, escape in
                if !chosen.contains(where: { $0.covers(escape.pointer) }) { chosen.append(escape) }
            }
        let own = zip(unmet, escapes).map { reason, escape in
            ClientGap(
                pointer: reason.pointer, range: reason.range, message: reason.message,
                escape: outermost.first { $0.covers(reason.pointer) } ?? escape)
        }
        return own + outermost.flatMap { gaps(of: $0.reasons, for: version) }
    }
}

extension Escape {
    fileprivate var depth: Int { pointer.tokens.count }

    fileprivate var isWord: Bool { if case .word = manner { true } else { false } }

    /// Whether a place is what is replaced or left out, or stands in it.
    fileprivate func covers(_ place: JSONPointer) -> Bool { place.tokens.starts(with: pointer.tokens) }
}
