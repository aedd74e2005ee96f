import Foundation
import HTTPTypes
import MicroHTTP

/// Problem details of the management API (RFC 9457).
struct APIProblem: Encodable {
    let type: String
    let title: String
    let status: Int
    let detail: String

    /// A problem without members of its own.
    static func response(
        _ status: HTTPResponse.Status, _ name: String, title: String, detail: String
    ) throws -> Response {
        let problem = APIProblem(type: "/problems/\(name)", title: title, status: status.code, detail: detail)
        var response = Response.problem(try json(problem), status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// A value as JSON, members in a stable order.
    static func json(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return Array(try encoder.encode(value))
    }
}
