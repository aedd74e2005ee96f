import HTTPTypes
import MicroHTTP

extension Response {
    /// Returns an answer of the management API: a value as JSON, members in a stable order.
    static func answer(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        .json(try APIProblem.json(value), status: status)
    }
}
