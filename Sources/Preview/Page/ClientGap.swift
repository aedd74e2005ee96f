package import JSONText
package import SchemaRepository

/// A part of a document that a client does not support.
package struct ClientGap: Sendable, Hashable {
    package let pointer: JSONPointer
    package let range: SourceRange?
    /// A sentence for people, for example “`icon` needs iOS 3.4 or later”.
    package let message: String
    /// The client versions that support the part, in a notation that needs no translation, for example `iOS 6.0+`.
    package let versions: String
    /// The replacement or omission of the part or its container for this client; nil if there is none, so that the
    /// document cannot be published for the client.
    package let replacement: PartReplacement?
}

extension ClientGap {
    /// Returns the gaps for the requirements that a client version does not meet, including requirements of the
    /// replacements that the client gets.
    static func gaps(of reasons: [Reason], on platform: String, for version: ClientVersion) -> [ClientGap] {
        let unmet = reasons.filter { !$0.isMet(by: version) }
        let replacements = unmet.map { $0.replacement(for: version) }
        // If a part is replaced or omitted as a whole, the replacements of parts inside it have no effect.
        let outermost = replacements.compactMap { $0 }.filter { !$0.isWord }.sorted { $0.depth < $1.depth }
            .reduce(into: [PartReplacement]()) { chosen, replacement in
                if !chosen.contains(where: { $0.covers(replacement.pointer) }) { chosen.append(replacement) }
            }
        let own = zip(unmet, replacements).map { reason, replacement in
            ClientGap(
                pointer: reason.pointer, range: reason.range, message: reason.message,
                versions: reason.versions(on: platform),
                replacement: outermost.first { $0.covers(reason.pointer) } ?? replacement)
        }
        return own + outermost.flatMap { gaps(of: $0.reasons, on: platform, for: version) }
    }
}

extension PartReplacement {
    fileprivate var depth: Int { pointer.tokens.count }

    fileprivate var isWord: Bool { if case .word = manner { true } else { false } }

    /// Returns true if a pointer is that of the replaced or omitted part, or of a part inside it.
    fileprivate func covers(_ place: JSONPointer) -> Bool { place.tokens.starts(with: pointer.tokens) }
}
