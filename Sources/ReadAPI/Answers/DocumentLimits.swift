import MicroHTTP

/// The limits of a process for manifests and bundles. Each kind has its own limits, so that many requests for one kind
/// do not block the requests for another kind.
struct DocumentLimits: Sendable {
    /// The limit for first pages, which are few and usually small.
    var firstPage = DocumentLimit()
    /// The limit for bundles of all features.
    var bundle = DocumentLimit(budget: BodyBudget(bytes: bundleBudget, reserve: reserve))
    /// The limit for bundles of named features and later pages of manifests.
    var chosen = DocumentLimit(budget: BodyBudget(bytes: chosenBudget, reserve: reserve))

    /// The maximum number of bytes in memory of the bundles of all features, compressed bytes included. A bundle that
    /// several clients receive at the same time counts once.
    static let bundleBudget = 64 << 20
    /// The maximum number of bytes in memory of the documents of the kind `chosen`.
    static let chosenBudget = 64 << 20
    /// The part of each budget that is used only while connections of slow clients end: about two of the largest
    /// documents.
    private static let reserve = 8 << 20
    /// The maximum number of bytes of the bundles of all features that an index caches, without compressed bytes. The
    /// rest of the budget is for compressed bytes and for bundles that are no longer cached but still being sent.
    static let cachedBundles = 48 << 20
    /// The maximum number of bytes of the documents of each other kind that an index caches.
    static let cachedOthers = 16 << 20

    /// The maximum number of threads that wait while another thread builds a document of the same kind.
    private static let queue = 512
    /// The longest time that a thread waits while another one builds a document, in a process with a thread for each
    /// connection.
    private static let patience = Duration.seconds(2)
    /// The longest time that an event loop waits while another one builds a document: about the time in which it would
    /// build the document itself.
    private static let loopPatience = Duration.milliseconds(50)

    /// Returns the limits of a process in which every connection has a thread of its own.
    static func ofConnections() -> DocumentLimits {
        var limits = DocumentLimits()
        limits.firstPage.concurrencyLimiter = ConcurrencyLimiter(limit: 1, queue: queue, patience: patience)
        limits.bundle.concurrencyLimiter = ConcurrencyLimiter(limit: 1, queue: queue, patience: patience)
        limits.chosen.concurrencyLimiter = ConcurrencyLimiter(limit: 1, queue: queue, patience: patience)
        return limits
    }

    /// Returns the limits of a process with one event loop for each core, each with thousands of connections.
    ///
    /// The loops build the documents themselves. Building on another thread would need suspended connections, and
    /// libmicrohttpd may overlook such a connection when it is resumed. Refusing requests until a document is built
    /// would not help either: other bundles can push it out of memory before the client asks again, any number of
    /// times. So at most one loop at a time builds documents of a kind, and only for a part of the time, of which one
    /// address gets at most half. As long as the service process runs, a proxy sends these requests there instead.
    /// First pages are not limited, because they are few and usually small, and there are only as many loops as cores.
    static func ofLoops() -> DocumentLimits {
        var limits = DocumentLimits()
        limits.bundle.concurrencyLimiter = ConcurrencyLimiter(limit: 1, queue: queue, patience: loopPatience)
        limits.bundle.rateLimiter = BuildRateLimiter()
        limits.chosen.concurrencyLimiter = ConcurrencyLimiter(limit: 1, queue: queue, patience: loopPatience)
        limits.chosen.rateLimiter = BuildRateLimiter()
        return limits
    }

    /// The limit for a kind.
    subscript(kind: DocumentKind) -> DocumentLimit {
        switch kind {
        case .firstPage: firstPage
        case .bundle: bundle
        case .chosen: chosen
        }
    }

    /// Returns the maximum number of bytes of the documents of a kind that an index caches.
    static func cacheSize(of kind: DocumentKind) -> Int { kind == .bundle ? cachedBundles : cachedOthers }
}
