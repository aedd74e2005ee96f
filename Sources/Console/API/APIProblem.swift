import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// Problem details of the management API (RFC 9457), with the members of every type of problem.
struct APIProblem: Encodable, Error {
    let type: String
    let title: String
    let status: Int
    let detail: String
    /// The parameter of the query or the header field that is at fault.
    var parameter: String?
    /// Every fault of the body.
    var diagnostics: [Diagnostic]?
    /// Every reason for which a release was refused.
    var problems: [ReleaseProblem]?
    /// The release, or the revision, that the program expected to be the newest.
    var expected: Int?
    /// The newest one.
    var current: Int?
    /// The releases made in the meantime, newest first.
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

    /// The answer that reports the problem.
    var response: Response {
        get throws {
            var response = Response.problem(try Self.json(self), status: HTTPResponse.Status(code: status))
            response.headers[.cacheControl] = "no-store"
            response.headers[.retryAfter] = retryAfter
            return response
        }
    }

    /// A problem without members of its own.
    static func response(
        _ status: HTTPResponse.Status, _ name: String, title: String, detail: String
    ) throws -> Response {
        try APIProblem(status, name, title: title, detail: detail).response
    }

    /// A value as JSON, members in a stable order.
    static func json(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .internetTime
        return Array(try encoder.encode(value))
    }
}

extension APIProblem {
    /// The problem of a name that does not exist.
    static func notFound(_ name: String, _ detail: String) -> APIProblem {
        APIProblem(.notFound, name, title: Texts["api.not-found"], detail: detail)
    }

    static func noFeature(_ name: String) -> APIProblem {
        notFound("feature-not-found", Texts["api.no-such-feature", ["feature": name]])
    }

    static func noRevision(_ number: String, of feature: String) -> APIProblem {
        notFound("revision-not-found", Texts["api.no-such-revision", ["feature": feature, "revision": number]])
    }

    /// The problem of a parameter's value.
    static func invalidParameter(_ name: String, _ detail: String) -> APIProblem {
        APIProblem(
            .badRequest, "invalid-parameter", title: Texts["api.invalid-parameter"], detail: detail, parameter: name)
    }

    /// The problem of a release that was refused, with every reason.
    static func refused(_ problems: [ReleaseProblem]) -> APIProblem {
        var problem = APIProblem(
            .unprocessableContent, "release-refused", title: Texts["api.release-refused"],
            detail: problems.first?.message ?? "")
        problem.problems = problems
        return problem
    }

    /// The problem of a header field without a value: an unset variable of a script must not remove its protection.
    static func emptyField(_ name: String) -> APIProblem {
        invalidParameter(name, Texts["api.empty-field", ["name": name]])
    }

    static var noSchemas: APIProblem {
        APIProblem(.conflict, "no-schemas", title: Texts["api.no-schemas"], detail: Texts["api.no-schemas-loaded"])
    }
}
