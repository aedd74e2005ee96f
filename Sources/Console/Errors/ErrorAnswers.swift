import MicroHTTP

/// The answers to requests that no handler could answer.
protocol ErrorAnswers: Sendable {
    /// Refuses a form with more fields than any page sends.
    func tooManyFields(_ request: Request) throws -> Response
    /// Reports that the server is busy.
    func busy(_ request: Request) throws -> Response
    /// Reports that the database is unavailable or not migrated.
    func databaseAway(_ request: Request) throws -> Response
    /// Reports that another release has not ended in time.
    func releaseWaiting(_ request: Request) throws -> Response
    /// Reports an internal error; the log has the same request id.
    func failed(_ request: Request) throws -> Response
}
