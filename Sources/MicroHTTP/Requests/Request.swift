package import HTTPTypes

/// What a client asked: one value, complete before a handler sees it.
package struct Request: Sendable {
    /// Names this request in the log and in the answer's `X-Request-Id`.
    package var id: String
    package var method: HTTPRequest.Method
    /// Path and query as they came, still percent-encoded.
    package var target: String
    package var headers: HTTPFields
    package var body: [UInt8]
    /// The peer's address as text, without a port.
    package var remoteAddress: String
    /// The path segments that the route names, percent-decoded; filled by `Router`.
    package var parameters: [String: String] = [:]
    package var query: QueryItems
    /// True if the client has closed its side, so that nobody reads an answer any more.
    package var isAbandoned: @Sendable () -> Bool = { false }

    /// A request as a test or a listener makes it; the query is parsed from the target, `+` as itself.
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

    /// The path as it came, still percent-encoded, without the query.
    package var path: String { Target.path(of: target) }

    /// The query as a form sends it with GET, where `+` is a space (WHATWG URL, section 5).
    package var formQuery: QueryItems { QueryItems(parsing: Target.query(of: target), plusIsSpace: true) }

    /// Fields of a form at most.
    package static let maximumFields = 10_000

    private var isForm: Bool {
        MediaType.essence(of: headers[.contentType]) == "application/x-www-form-urlencoded"
    }

    /// True if the body is a form with more fields than are read; found without reading them.
    package var hasTooManyFields: Bool {
        isForm && body.count(where: { $0 == UInt8(ascii: "&") }) >= Self.maximumFields
    }

    /// The fields of an urlencoded body, where `+` is a space; empty for every other media type, and for a body with too
    /// many fields.
    package var form: FormBody {
        guard isForm, !hasTooManyFields else { return FormBody() }
        return FormBody(parsing: String(decoding: body, as: UTF8.self), plusIsSpace: true)
    }

    /// The cookies by name; the first of a name counts (RFC 6265, section 5.4).
    package var cookies: [String: String] { Cookies.parse(headers[values: .cookie]) }
}
