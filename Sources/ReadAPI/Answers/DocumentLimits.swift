import MicroHTTP

/// The limits of a process for manifests and bundles, for each kind by itself, so that none starves another.
struct DocumentLimits: Sendable {
    /// The limit of the first pages, of which there are few small ones.
    var firstPage = DocumentLimit()
    var bundle = DocumentLimit(budget: BodyBudget(bytes: bundleBudget))
    var chosen = DocumentLimit(budget: BodyBudget(bytes: chosenBudget))

    /// The number of bytes that the bundles of all features take together at most. One that several clients are being sent
    /// counts once; its compressed bytes count too.
    static let bundleBudget = 64 << 20
    /// The number of bytes that the chosen documents take together at most.
    static let chosenBudget = 64 << 20
    /// The maximum number of bytes of the bundles of all features that an index keeps, without their compressed bytes. The
    /// rest of the budget is for those and for what is only being sent.
    static let keptBundles = 48 << 20
    /// The maximum number of bytes of the documents of every other kind that an index keeps.
    static let keptOthers = 16 << 20

    /// The limit of a kind.
    subscript(kind: DocumentKind) -> DocumentLimit {
        switch kind {
        case .firstPage: firstPage
        case .bundle: bundle
        case .chosen: chosen
        }
    }

    /// Returns the maximum number of bytes of the documents of a kind that an index keeps.
    static func kept(_ kind: DocumentKind) -> Int { kind == .bundle ? keptBundles : keptOthers }
}
