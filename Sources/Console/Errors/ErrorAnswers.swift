import MicroHTTP

/// The responses to requests that were refused before a handler ran, or whose handler failed.
protocol ErrorAnswers: Sendable {
    /// Reports that a form has more than `Request.maximumFields` fields.
    func tooManyFields(_ request: Request) throws -> Response
    /// Reports that the server is busy.
    func busy(_ request: Request) throws -> Response
    /// Reports that the database is unavailable or not migrated.
    func databaseAway(_ request: Request) throws -> Response
    /// Reports that the request waited too long for another change, such as a large release.
    func changeWaiting(_ request: Request) throws -> Response
    /// Reports an internal error, with the request id that the log entry has too.
    func failed(_ request: Request) throws -> Response
}
