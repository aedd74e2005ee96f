import MicroHTTP

/// The query of a request for changes: `?since=[&after=][&wait=]`. Unknown parameters are ignored.
struct ChangesQuery {
    /// The newest release that the client knows.
    let since: Int
    /// The name of the last feature of `since` that the client knows; nil if it knows all of that release.
    let after: String?
    /// The seconds to wait for a newer release.
    let wait: Int

    /// The longest wait in seconds, shorter than the time limits of common proxies.
    static let longestWait = 50

    /// Parses the parameters.
    ///
    /// - Throws: `Problem` if `since` is missing, or a parameter is repeated or malformed.
    init(_ query: QueryItems) throws(Problem) {
        guard let since = try ClientQuery.single("since", in: query) else { throw .missingParameter("since") }
        guard let number = Int(asked: since) else {
            throw .invalidParameter("since", because: "“since” must be the number of a release, or 0.")
        }
        let seconds = try ClientQuery.single("wait", in: query) ?? "0"
        guard let wait = Int(asked: seconds), wait <= Self.longestWait else {
            throw .invalidParameter(
                "wait", because: "“wait” must be a whole number of seconds from 0 to \(Self.longestWait).")
        }
        (self.since, self.wait) = (number, wait)
        after = try ClientQuery.single("after", in: query)
    }
}
