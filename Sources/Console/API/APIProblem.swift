import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// Problem details of the management API (RFC 9457). Each optional member is present only in some types of problems.
struct APIProblem: Encodable, Error {
    let type: String
    let title: String
    let status: Int
    let detail: String
    /// The name of the query parameter, header field, path parameter or body member that is at fault.
    var parameter: String?
    /// The faults found in the body, or the parts of a document that a client does not support (`no-edition`).
    var diagnostics: [Diagnostic]?
    /// Every reason for which a release was refused.
    var problems: [ReleaseProblem]?
    /// The number of the release or revision that the program expected to be the newest.
    var expected: Int?
    /// The number of the newest release of the features concerned, or of the newest revision; 0 for none. For a
    /// rollback of a release or to a time, the number of the newest release of all.
    var current: Int?
    /// The releases after `expected` that changed what the request changes; for a rollback of a release or to a time,
    /// all releases after `expected`. Newest first, at most 20 (`ReleaseStore.maximumMoves`).
    var releases: [ReleaseLineAnswer]?
    /// The value of `Retry-After`, in seconds; not a member of the body.
    var retryAfter: String?

    private enum CodingKeys: CodingKey {
        case type, title, status, detail, parameter, diagnostics, problems, expected, current, releases
    }

    init(_ status: HTTPResponse.Status, _ name: String, title: String, detail: String, parameter: String? = nil) {
        type = "/problems/\(name)"
        self.title = title
        self.status = status.code
        self.detail = detail
        self.parameter = parameter
    }

    /// The response that reports the problem, with the status of the problem.
    var response: Response {
        get throws {
            var response = Response.problem(try Self.json(self), status: HTTPResponse.Status(code: status))
            response.headers[.cacheControl] = "no-store"
            response.headers[.retryAfter] = retryAfter
            return response
        }
    }

    /// Returns the response for a problem without optional members.
    static func response(
        _ status: HTTPResponse.Status, _ name: String, title: String, detail: String
    ) throws -> Response {
        try APIProblem(status, name, title: title, detail: detail).response
    }

    /// Returns a value as JSON, with the members sorted by name.
    static func json(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .internetTime
        return Array(try encoder.encode(value))
    }
}

extension APIProblem {
    /// Returns a 404 problem; `name` is the last segment of its type, such as `feature-not-found`.
    static func notFound(_ name: String, _ detail: String) -> APIProblem {
        APIProblem(.notFound, name, title: Texts["api.not-found"], detail: detail)
    }

    static func noFeature(_ name: String) -> APIProblem {
        notFound("feature-not-found", Texts["api.no-such-feature", ["feature": name]])
    }

    static func noRevision(_ number: String, of feature: String) -> APIProblem {
        notFound("revision-not-found", Texts["api.no-such-revision", ["feature": feature, "revision": number]])
    }

    /// Returns the problem of an invalid parameter, header field or body member.
    static func invalidParameter(_ name: String, _ detail: String) -> APIProblem {
        APIProblem(
            .badRequest, "invalid-parameter", title: Texts["api.invalid-parameter"], detail: detail, parameter: name)
    }

    /// Returns the problem of a refused release; its detail is the first reason.
    static func refused(_ problems: [ReleaseProblem]) -> APIProblem {
        var problem = APIProblem(
            .unprocessableContent, "release-refused", title: Texts["api.release-refused"],
            detail: problems.first?.message ?? "")
        problem.problems = problems
        return problem
    }

    /// Returns the problem of a header field without a value. An empty field is not treated as missing, because then a
    /// script with an unset variable would lose the protection of the field without notice.
    static func emptyField(_ name: String) -> APIProblem {
        invalidParameter(name, Texts["api.empty-field", ["name": name]])
    }

    static var noSchemas: APIProblem {
        APIProblem(.conflict, "no-schemas", title: Texts["api.no-schemas"], detail: Texts["api.no-schemas-loaded"])
    }
}
