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

    /// The maximum number of threads that wait for the one which builds a document of a kind.
    private static let queue = 512
    /// The time that they wait.
    private static let patience = Duration.seconds(2)
    /// The time that a loop waits for another one, which is about as long as it would take itself for the same document.
    private static let loopPatience = Duration.milliseconds(50)

    /// Returns the limits of a process in which every connection has a thread of its own.
    static func ofConnections() -> DocumentLimits {
        var limits = DocumentLimits()
        limits.firstPage.room = WaitingRoom(limit: 1, queue: queue, patience: patience)
        limits.bundle.room = WaitingRoom(limit: 1, queue: queue, patience: patience)
        limits.chosen.room = WaitingRoom(limit: 1, queue: queue, patience: patience)
        return limits
    }

    /// Returns the limits of a process with a loop per core, each for thousands of connections.
    ///
    /// The loops build, because a loop must answer at once: the library may skip a connection that was suspended until
    /// another thread has built something. If the first request were refused meanwhile, a client could be refused again
    /// and again, because other bundles can push out its own before it asks again. So one loop builds at a time, and only
    /// for a part of the time; a proxy sends these requests to the service process as long as there is one. First pages
    /// are small and few, and there are as many loops as cores, so these are not limited.
    static func ofLoops() -> DocumentLimits {
        var limits = DocumentLimits()
        limits.bundle.room = WaitingRoom(limit: 1, queue: queue, patience: loopPatience)
        limits.bundle.pace = BuildingPace()
        limits.chosen.room = WaitingRoom(limit: 1, queue: queue, patience: loopPatience)
        limits.chosen.pace = BuildingPace()
        return limits
    }

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
