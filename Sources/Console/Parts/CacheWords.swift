import Publishing

/// Sentences about how long caches may serve clients the answers from before a release.
enum CacheWords {
    /// The sentence about editions.
    static let edition = """
        Caches may give clients the earlier answer for \(Words.duration(seconds: CachePolicy.fresh)), for \
        \(Words.duration(seconds: CachePolicy.staleWhileRevalidate)) more while they ask again, and for \
        \(Words.duration(seconds: CachePolicy.staleIfError)) if they cannot reach Galley.
        """
    /// The sentence about 404 and 410 answers.
    static let absence = """
        Caches may keep a 404 or 410 answer for \(Words.duration(seconds: CachePolicy.absenceFresh)).
        """
}
