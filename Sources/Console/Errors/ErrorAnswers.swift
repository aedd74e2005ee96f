import MicroHTTP

/// The answers to requests that no handler could answer.
protocol ErrorAnswers: Sendable {
    /// Refuses a form with more fields than any page sends.
    func tooManyFields(_ request: Request) throws -> Response
    /// Reports that the server is busy.
    func busy(_ request: Request) throws -> Response
    /// Reports that the database is unavailable or not migrated.
    func databaseAway(_ request: Request) throws -> Response
    /// Reports that another change has not ended in time, such as a large release.
    func changeWaiting(_ request: Request) throws -> Response
    /// Reports an internal error; the log has the same request id.
    func failed(_ request: Request) throws -> Response
}
