import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository

/// An error response for clients (RFC 9457): a stable type and a detail for the person who reads the log.
struct Problem: Error, Equatable {
    /// The types; responses state each as `/problems/` followed by the raw value.
    enum Kind: String, CaseIterable {
        case featureNotFound = "feature-not-found"
        case noConfigForVersion = "no-config-for-version"
        case switchedOff = "switched-off"
        case unknownPlatform = "unknown-platform"
        case invalidClientVersion = "invalid-client-version"
        case missingParameter = "missing-parameter"
        case invalidParameter = "invalid-parameter"
        case contentNotFound = "content-not-found"
        case tooLarge = "too-large"
        case notFound = "not-found"
        case notReady = "not-ready"
        case overloaded
        case listNotFound = "list-not-found"
        case notAForm = "not-a-form"
        case invalidBody = "invalid-body"
        case tooManyReports = "too-many-reports"
        case databaseAway = "database-away"
        case nextKeyNotFound = "next-key-not-found"
        case deviceTokenInvalid = "device-token-invalid"
        case notValid = "not-valid"
        case revisionNotFound = "revision-not-found"
        case unsupportedCoding = "unsupported-coding"
    }

    let kind: Kind
    let detail: String
    /// The parameter of the query, or the member of the body, that is missing or invalid.
    var parameter: String?
    /// The cache times of the feature that the problem is about; the default times if it is about no known feature.
    var cacheTime = CacheTime.usual

    static func missingParameter(_ name: String) -> Problem {
        Problem(kind: .missingParameter, detail: "The query parameter “\(name)” is missing.", parameter: name)
    }

    static func invalidParameter(_ name: String, because detail: String) -> Problem {
        Problem(kind: .invalidParameter, detail: detail, parameter: name)
    }

    static func invalidClientVersion(_ text: String, because error: ClientVersionError) -> Problem {
        let suggestion = ClientVersionError.suggestion(for: text).map { " Send the build as in “\($0)”." } ?? ""
        return Problem(
            kind: .invalidClientVersion, detail: error.description + suggestion, parameter: "client_version")
    }

    /// The problem of a node that is short of memory.
    static let outOfMemory = Problem(kind: .notReady, detail: "This node is short of memory; ask again soon.")

    static let databaseAway = Problem(
        kind: .databaseAway, detail: "The database does not answer; ask again soon.")

    static let unsupportedCoding = Problem(
        kind: .unsupportedCoding, detail: "Send the body as it is, without “Content-Encoding”.")

    static func invalidBody(_ detail: String) -> Problem { Problem(kind: .invalidBody, detail: detail) }

    static func tooLarge(_ detail: String) -> Problem { Problem(kind: .tooLarge, detail: detail) }

    static func unknownPlatform(_ name: String, known: Set<String>) -> Problem {
        let list = known.sorted().joined(separator: ", ")
        return Problem(
            kind: .unknownPlatform, detail: "There is no platform “\(name.prefix(100))”; there are \(list).",
            parameter: "platform")
    }

    /// The response, with its cache lifetime.
    var response: Response {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("type")
        writer.string("/problems/\(kind.rawValue)")
        writer.name("title")
        writer.string(kind.title)
        writer.name("status")
        writer.number(kind.status.code)
        writer.name("detail")
        writer.string(detail)
        if let parameter {
            writer.name("parameter")
            writer.string(parameter)
        }
        writer.endObject()
        var response = Response.problem(writer.bytes, status: kind.status)
        response.headers[.cacheControl] = kind.isMomentary ? CachePolicy.never : cacheTime.absence
        response.headers[.retryAfter] = kind.retryAfter
        SecurityFields.complete(&response.headers, with: SecurityFields.read)
        return response
    }
}

extension Problem.Kind {
    /// The title, the same for every occurrence of the type.
    var title: String {
        switch self {
        case .featureNotFound: "There is no such feature"
        case .noConfigForVersion: "Nothing is published for this client"
        case .switchedOff: "The feature is switched off"
        case .unknownPlatform: "There is no such platform"
        case .invalidClientVersion: "The client version cannot be read"
        case .missingParameter: "A query parameter is missing"
        case .invalidParameter: "A parameter is invalid"
        case .contentNotFound: "There is no such content"
        case .tooLarge: "The request asks for too much"
        case .notFound: "There is nothing at this address"
        case .notReady: "The node cannot answer now"
        case .listNotFound: "There is no such option list"
        case .notAForm: "The feature is not a form"
        case .invalidBody: "The body cannot be read"
        case .tooManyReports: "Too many reports were sent in this minute"
        case .overloaded: "The server is overloaded"
        case .databaseAway: "The database does not answer"
        case .nextKeyNotFound: "The list has no item with this key"
        case .deviceTokenInvalid: "The token of the test device is invalid"
        case .notValid: "There is no valid text to show"
        case .revisionNotFound: "There is no such revision"
        case .unsupportedCoding: "The body has an unsupported content coding"
        }
    }

    var status: HTTPResponse.Status {
        switch self {
        case .featureNotFound, .noConfigForVersion, .contentNotFound, .listNotFound, .notAForm, .notFound,
            .nextKeyNotFound, .revisionNotFound:
            .notFound
        case .switchedOff: .gone
        case .unknownPlatform, .invalidClientVersion, .missingParameter, .invalidParameter, .invalidBody: .badRequest
        case .tooLarge: .contentTooLarge
        case .deviceTokenInvalid: .forbidden
        case .notValid: .unprocessableContent
        case .unsupportedCoding: .unsupportedMediaType
        case .tooManyReports: .tooManyRequests
        case .notReady, .overloaded, .databaseAway: .serviceUnavailable
        }
    }

    /// The value of `Retry-After` in seconds; nil if waiting does not help.
    fileprivate var retryAfter: String? {
        switch self {
        // Clients that were refused together must not come back together.
        case .notReady, .overloaded, .databaseAway: String(Int.random(in: 1...9))
        case .tooManyReports: "60"
        default: nil
        }
    }

    /// False for problems that last until the next release, which caches may store; true for all others, which no cache
    /// may store.
    fileprivate var isMomentary: Bool {
        switch self {
        case .featureNotFound, .noConfigForVersion, .contentNotFound, .switchedOff: false
        default: true
        }
    }
}
