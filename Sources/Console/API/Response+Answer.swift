import HTTPTypes
import MicroHTTP

extension Response {
    /// Returns an answer of the management API: a value as JSON, members in a stable order.
    static func answer(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        .json(try APIProblem.json(value), status: status)
    }

    /// Returns the 201 for a secret that is shown once; nobody keeps it, nor `RepeatedRequests`.
    static func secret(_ value: some Encodable) throws -> Response {
        var response = try answer(value, status: .created)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
