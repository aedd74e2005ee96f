import HTTPTypes
import MicroHTTP

extension Response {
    /// Returns an answer of the management API: a value as JSON, with the members sorted by name.
    static func answer(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        .json(try APIProblem.json(value), status: status)
    }

    /// Returns a 201 with a secret that is sent only once: neither caches nor ``RepeatedRequests`` store the response.
    static func secret(_ value: some Encodable) throws -> Response {
        var response = try answer(value, status: .created)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
