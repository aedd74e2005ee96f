import Publishing

/// Sentences about how long caches may serve clients the answers from before a release.
enum CacheWords {
    /// The sentence about editions.
    static var edition: String {
        Texts[
            "releases.caching",
            [
                "fresh": Words.duration(seconds: CachePolicy.fresh),
                "revalidating": Words.duration(seconds: CachePolicy.staleWhileRevalidate),
                "offline": Words.duration(seconds: CachePolicy.staleIfError),
            ]]
    }
    /// The sentence about 404 and 410 answers.
    static var absence: String {
        Texts["releases.caching-absence", ["duration": Words.duration(seconds: CachePolicy.absenceFresh)]]
    }
}
