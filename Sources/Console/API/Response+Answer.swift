import HTTPTypes
import MicroHTTP

extension Response {
    /// Returns an answer of the management API: a value as JSON, members in a stable order.
    static func answer(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        .json(try APIProblem.json(value), status: status)
    }

    /// Returns a 201 with a secret that is shown only once: neither caches nor `RepeatedRequests` keep the response.
    static func secret(_ value: some Encodable) throws -> Response {
        var response = try answer(value, status: .created)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
