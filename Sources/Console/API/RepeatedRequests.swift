import HTTPTypes
import MicroHTTP
import Publishing
import Synchronization

/// Stores the answers to requests with an idempotency key, and sends the stored answer when a program repeats a request
/// with the same key.
///
/// A successful request claims its key: in the transaction of its change to the database or, without a change, when its
/// answer is stored. A refused request claims its key only if it changed something nevertheless. For example, an
/// approval that is refused as stale makes the rollout fail. A key is valid for one request: the same account, method,
/// address, body, media type and `If-Match`.
struct RepeatedRequests: Sendable {
    /// The header fields that are stored with an answer.
    private static let keptFields: [HTTPField.Name] = [.contentType, .location, .eTag]
    /// The media type that most routes assume, whatever `Content-Type` says.
    private static let usualType = "application/json"
    /// The value of `Retry-After`, in seconds, while the first request with the same key is still running.
    private static let pause = "1"

    let store: IdempotencyStore
    private let running = Running()

    init(store: IdempotencyStore) { self.store = store }

    /// Returns the stored answer if the request claimed its key earlier, otherwise the handler's answer.
    ///
    /// - Throws: `APIProblem` for a key that is malformed, was used for another request, or is in use at this moment,
    ///   and for a repeated request whose answer is not stored.
    func answer(_ request: Request, by account: Account, _ handler: () throws -> Response) throws -> Response {
        guard let keyed = try keyed(request, by: account) else { return try handler() }
        guard running.begin(keyed.key) else { throw Self.inProgress }
        defer { running.end(keyed.key) }
        if let earlier = try store.earlier(keyed), let answer = try answer(to: earlier) { return answer }
        do {
            let response = try keyed.answered(by: { try TokenAccess.reporting(handler) })
            try keep(response, to: keyed)
            return response
        } catch is KeyTaken {
            guard let earlier = try store.earlier(keyed) else { throw Self.inProgress }
            if let answer = try answer(to: earlier) { return answer }
            throw APIProblem(
                .conflict, "answer-not-kept", title: Texts["api.key-reused"], detail: Texts["api.answer-not-kept"],
                parameter: "Idempotency-Key")
        }
    }

    /// Returns the stored answer; nil if the first request was carried out but its answer is not stored. Throws a
    /// problem if the key was used for another request.
    private func answer(to earlier: IdempotencyStore.Earlier) throws -> Response? {
        switch earlier {
        case .answer(let answer):
            var response = Response(status: HTTPResponse.Status(code: answer.status), body: answer.body)
            for name in Self.keptFields { response.headers[name] = answer.fields[name.canonicalName] }
            if response.status.kind != .successful { response.headers[.cacheControl] = "no-store" }
            return response
        case .reused(let use): throw APIProblem.keyReused(use)
        case .unanswered: return nil
        }
    }

    /// Stores an answer if the request succeeded, or if it was refused but has changed something. An answer with a
    /// secret (`Cache-Control: no-store`) and one about an error of the server are never stored.
    private func keep(_ response: Response, to keyed: KeyedRequest) throws {
        switch response.status.kind {
        case .successful: guard response.headers[.cacheControl] != "no-store" else { return }
        case .clientError: guard try store.isClaimed(by: keyed) else { return }
        default: return
        }
        let fields = Self.keptFields.map { ($0.canonicalName, response.headers[$0]) }
        let answer = StoredAnswer(
            status: response.status.code,
            fields: Dictionary(fields.compactMap { name, value in value.map { (name, $0) } }) { first, _ in first },
            body: response.body)
        // The request has succeeded, so its answer is sent even if a concurrent attempt has claimed the key.
        do { try store.keep(answer, to: keyed) } catch is KeyTaken {}
    }

    private func keyed(_ request: Request, by account: Account) throws -> KeyedRequest? {
        guard let key = try Self.key(request) else { return nil }
        return KeyedRequest(
            key: key,
            parts: [
                Array("\(account.id)".utf8), Array(request.method.rawValue.utf8), Array(request.target.utf8),
                Array((request.headers[.ifMatch] ?? "").utf8), request.body,
            ] + mediaType(of: request))
    }

    /// Returns the media type of a body that is not declared as JSON. Empty for JSON and without `Content-Type`, so
    /// that requests with and without this field are the same request.
    private func mediaType(of request: Request) -> [[UInt8]] {
        let type = MediaType.essence(of: request.headers[.contentType]) ?? Self.usualType
        return type == Self.usualType ? [] : [Array(type.utf8)]
    }

    /// Returns the value of `Idempotency-Key` without quotes; nil if it is missing.
    private static func key(_ request: Request) throws -> String? {
        let fields = request.headers[values: .constant("Idempotency-Key")]
        guard let field = fields.first?.trimmingSpaces() else { return nil }
        // With two keys, it is unknown which of them a repetition of the request would send.
        guard fields.count == 1 else {
            throw APIProblem.invalidParameter(
                "Idempotency-Key", Texts["api.repeated-parameter", ["name": "Idempotency-Key"]])
        }
        guard !field.isEmpty else { throw APIProblem.emptyField("Idempotency-Key") }
        let isQuoted = field.count > 1 && field.first == "\"" && field.last == "\""
        let key = isQuoted ? String(field.dropFirst().dropLast()) : field
        guard KeyedRequest.lengths.contains(key.utf8.count) else {
            throw APIProblem.invalidParameter(
                "Idempotency-Key", Texts["api.invalid-key", ["limit": KeyedRequest.lengths.upperBound]])
        }
        return key
    }

    private static var inProgress: APIProblem {
        var problem = APIProblem(
            .conflict, "request-in-progress", title: Texts["api.key-in-use"], detail: Texts["api.request-in-progress"],
            parameter: "Idempotency-Key")
        problem.retryAfter = pause
        return problem
    }

    /// The keys of the requests that this process is working on.
    private final class Running: Sendable {
        private let keys = Mutex<Set<String>>([])

        /// Adds a key; returns false if a request with this key is running already.
        func begin(_ key: String) -> Bool { keys.withLock { $0.insert(key).inserted } }

        func end(_ key: String) { keys.withLock { _ = $0.remove(key) } }
    }
}

extension APIProblem {
    /// The problem of an idempotency key that was used for another request.
    static func keyReused(_ use: KeyUse) -> APIProblem {
        let detail =
            if let release = use.release {
                Texts["api.key-used-for", ["release": release]]
            } else if let schedule = use.schedule {
                Texts["api.key-used-for-schedule", ["schedule": schedule]]
            } else {
                Texts["api.key-used-for-other"]
            }
        return APIProblem(
            .unprocessableContent, "idempotency-key-reused", title: Texts["api.key-reused"], detail: detail,
            parameter: "Idempotency-Key")
    }
}
