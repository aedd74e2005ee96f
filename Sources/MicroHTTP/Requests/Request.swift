package import HTTPTypes

/// A complete request as handlers receive it.
package struct Request: Sendable {
    /// The id of this request in the log and in the answer's `X-Request-Id`.
    package var id: String
    package var method: HTTPRequest.Method
    /// The raw path and query, percent-encoded.
    package var target: String
    package var headers: HTTPFields
    package var body: [UInt8]
    /// The client's address as text, without a port: the one that trusted proxies report, or else the peer's.
    package var remoteAddress: String
    /// True if a trusted proxy passed on both `Forwarded` and `X-Forwarded-For`, of which the client may have written
    /// one. Then `remoteAddress` is the proxy's.
    package var hasAmbiguousAddress = false
    /// The percent-decoded path segments that the route names; set by `Router`.
    package var parameters: [String: String] = [:]
    /// The pattern of the route that the request matches; set by `Router`.
    package var route: String?
    package var query: QueryItems
    /// True if a GET or HEAD has a body, which is not read. `Router` then answers 400, or 404 or 405 if there is no
    /// such route.
    package var hasUnexpectedBody = false
    /// Returns true if the client has closed its sending side, so that probably nobody reads the answer.
    package var isAbandoned: @Sendable () -> Bool = { false }

    /// Creates a request; parses the query of the target, in which `+` is a plus sign.
    package init(
        _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = [:], body: [UInt8] = [],
        remoteAddress: String = "127.0.0.1", id: String = RequestID.next()
    ) {
        self.id = id
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.remoteAddress = remoteAddress
        query = QueryItems(parsing: Target.query(of: target))
    }

    /// The raw path, percent-encoded, without the query.
    package var path: String { Target.path(of: target) }

    /// The query of a form sent with GET, where `+` is a space (WHATWG URL, section 5).
    package var formQuery: QueryItems { QueryItems(parsing: Target.query(of: target), plusIsSpace: true) }

    /// The maximum number of form fields.
    package static let maximumFields = 10_000

    private var isForm: Bool {
        MediaType.essence(of: headers[.contentType]) == "application/x-www-form-urlencoded"
    }

    /// True if the body is an urlencoded form with too many fields; counted without parsing them. Never true for a form
    /// with files, whose further parts are ignored (`MultipartBody`).
    package var hasTooManyFields: Bool {
        isForm && body.count(where: { $0 == UInt8(ascii: "&") }) >= Self.maximumFields
    }

    /// The fields of an urlencoded body, where `+` is a space, or those of a form with files; empty for other media types
    /// and for too many fields.
    package var form: FormBody {
        if let multipart { return multipart.fields }
        guard isForm, !hasTooManyFields else { return FormBody() }
        return FormBody(parsing: body, plusIsSpace: true)
    }

    /// The files of a form by the names of their fields; empty for a form without files.
    package var files: [String: [UploadedFile]] { multipart?.files ?? [:] }

    private var multipart: MultipartBody? {
        MultipartBody.boundary(of: headers[.contentType]).map { MultipartBody(body, boundary: $0) }
    }

    /// The cookies by name; the first value of a name wins (RFC 6265, section 5.4).
    package var cookies: [String: String] { Cookies.parse(headers[values: .cookie]) }
}
