internal import CMicroHTTPD
import Foundation
import HTTPTypes

/// Handles the requests of a thread-per-connection listener: checks the header fields, reads the body, calls the
/// handler, sends the answer and logs it.
struct Exchange: Sendable {
    let configuration: ListenerConfiguration
    let log: RequestLog
    let bodyLimit: Listener.BodyLimit
    let budget: BodyBudget
    let watchdog: Watchdog
    let traffic: TrafficPart
    let refusalAnswer: Listener.RefusalAnswer
    let respond: Handler

    /// The maximum stated length of a refused body that is still read and dropped, in bytes. A chunked body states no
    /// length, so only `bodyTimeout` limits it.
    private static let droppedBodyLimit = 16 * 1024 * 1024
    /// The longest time to wait until closed connections have returned their bytes to the budget, in milliseconds.
    private static let closingTime = 50

    /// Handles a call of libmicrohttpd: the first has the header fields, the next ones parts of the body, the last one
    /// asks for the answer.
    func handle(
        _ current: ClientConnection, _ connection: OpaquePointer, method: UnsafePointer<CChar>,
        version: UnsafePointer<CChar>,
        upload: UnsafePointer<CChar>?, uploadSize: UnsafeMutablePointer<Int>
    ) -> MHD_Result {
        switch current.stage {
        case .line:
            return begin(current, connection, method: method, version: version)
        case .body(var request, let limit) where uploadSize.pointee > 0:
            // While the stage held the body as well, adding a part would copy the whole body.
            current.stage = .answered
            let size = uploadSize.pointee
            uploadSize.pointee = 0
            guard request.body.count + size <= limit else { return drop(.bodyTooLarge, request, current) }
            guard current.take(size, from: budget) || takeFromSlowBodies(size, for: current) else {
                return drop(.overloaded, request, current)
            }
            request.body.append(contentsOf: UnsafeRawBufferPointer(start: upload, count: size))
            current.stage = .body(request, limit: limit)
            return .YES
        case .dropping where uploadSize.pointee > 0:
            uploadSize.pointee = 0
            return .YES
        case .dropping(let refusal, let request):
            current.waitingSince = 0
            current.close(at: 0)
            return refuse(refusal, of: request, current, connection)
        case .body(let request, _):
            current.stage = .answered
            current.waitingSince = 0
            current.close(at: 0)
            return send(answer(request), to: request, current, connection)
        case .checked, .answered:
            return .NO
        }
    }

    /// Takes bytes that become free when connections with slow bodies are closed; returns false if there are too few.
    private func takeFromSlowBodies(_ size: Int, for current: ClientConnection) -> Bool {
        guard watchdog.closeSlowBodies(for: size, of: current) else { return false }
        for _ in 0..<Self.closingTime {
            usleep(1_000)
            if current.take(size, from: budget) { return true }
        }
        return false
    }

    private func drop(_ refusal: Refusal, _ request: Request, _ current: ClientConnection) -> MHD_Result {
        var request = request
        request.body = []
        current.finish(budget)
        current.stage = .dropping(refusal, request)
        return .YES
    }

    private func begin(
        _ current: ClientConnection, _ connection: OpaquePointer, method: UnsafePointer<CChar>,
        version: UnsafePointer<CChar>
    ) -> MHD_Result {
        current.started = Monotonic.now()
        current.requestID = RequestID.next()
        guard let start = current.targetStart, let verb = HTTPRequest.Method(String(cString: method)) else {
            return refuse(.badRequest, current, connection)
        }
        let block = HeaderBlock.read(
            of: connection, method: method, target: (start, current.target.count), version: version, collecting: true)
        let isRetrieval = verb == .get || verb == .head
        let refusal = RequestGuard(configuration: configuration).refusal(
            of: block, size: HeaderBlock.size(of: connection), target: current.target, version: version,
            isBodyAllowed: true)
        if let refusal { return refuse(refusal, current, connection) }
        // From here on the handler takes time, not the client, so the client's deadline ends.
        current.close(at: 0)
        current.waitingSince = 0
        var headers = block.fields ?? [:]
        if let authority = current.takeAuthority() { headers[.constant("Host")] = authority }
        let client = ForwardedClient(
            peer: ClientConnection.peer(of: connection)?.description ?? "", headers: headers,
            trusting: configuration.trustedProxies)
        var request = Request(
            verb, String(decoding: current.target, as: UTF8.self), headers: headers, remoteAddress: client.address,
            id: current.requestID)
        request.hasAmbiguousAddress = client.isAmbiguous
        request.isAbandoned = { [weak current] in current?.isAbandoned ?? true }
        let hasBody = block.transferEncodings > 0 || block.contentLength > 0
        guard hasBody else {
            // The library calls again at once; to a client that expects status 100, it sends that status first.
            limitSending(to: current, bytes: 0)
            current.stage = .body(request, limit: 0)
            return .YES
        }
        guard !isRetrieval else { return refuseBody(of: request, current, connection) }
        let limit = min(bodyLimit(request), configuration.bodyLimit)
        // No body is accepted: the route or method does not exist, or this client may not send one. The handler's
        // answer says which of these is the case.
        guard limit > 0 else {
            current.stage = .answered
            var response = answer(request)
            response.headers[.connection] = "close"
            return send(response, to: request, current, connection)
        }
        // A client reads the answer only after it has sent its body. So a body that is too large is read and dropped,
        // unless it is huge or the client waits for status 100 before it sends it.
        let readLimit = block.expectsContinue ? limit : max(limit, Self.droppedBodyLimit)
        guard block.contentLength <= UInt64(readLimit) else {
            return refuse(.bodyTooLarge, of: request, current, connection)
        }
        // The time for the body begins now, not at `started`, because the decision about the limit may have waited for
        // the database.
        current.close(at: Monotonic.after(configuration.bodyTimeout))
        current.waitingSince = Monotonic.now()
        current.stage = .body(request, limit: limit)
        return .YES
    }

    /// Refuses a GET or HEAD with a body: with 404 or 405 if the path or the method does not exist, otherwise with 400.
    private func refuseBody(
        of request: Request, _ current: ClientConnection, _ connection: OpaquePointer
    ) -> MHD_Result {
        var request = request
        request.hasUnexpectedBody = true
        current.stage = .answered
        var response = answer(request)
        guard response.status == .methodNotAllowed || response.status == .notFound else {
            return refuse(.badRequest, current, connection)
        }
        response.headers[.connection] = "close"
        return send(response, to: request, current, connection)
    }

    private func answer(_ request: Request) -> Response {
        do { return try respond(request) } catch {
            log.failed(request, error)
            return Refusal.internalError.response
        }
    }

    /// Refuses the body of a request with the answer of the listener's owner, such as a page.
    private func refuse(
        _ refusal: Refusal, of request: Request, _ current: ClientConnection, _ connection: OpaquePointer
    ) -> MHD_Result {
        current.stage = .answered
        let usual = refusal.response
        var response = usual
        do { response = try refusalAnswer(request, refusal) } catch { log.failed(request, error) }
        response.headers[.connection] = usual.headers[.connection]
        log.refused(refusal, id: request.id)
        return queue(response, id: request.id, isHead: request.method == .head, current, connection)
    }

    private func refuse(_ refusal: Refusal, _ current: ClientConnection, _ connection: OpaquePointer) -> MHD_Result {
        current.stage = .answered
        log.refused(refusal, id: current.requestID)
        return queue(refusal.response, id: current.requestID, isHead: false, current, connection)
    }

    private func send(
        _ response: Response, to request: Request, _ current: ClientConnection, _ connection: OpaquePointer
    ) -> MHD_Result {
        let result = queue(response, id: request.id, isHead: request.method == .head, current, connection)
        log.answered(request, with: response, nanoseconds: Monotonic.now() - current.started)
        return result
    }

    /// Limits the time in which the client must receive the next answer; the end of the answer lifts the limit.
    private func limitSending(to current: ClientConnection, bytes: Int) {
        current.close(at: Monotonic.now() + SendTimeout(configuration).nanoseconds(forBody: bytes))
    }

    /// Limits the time in which the client must receive each piece of a body; producing a piece has no limit.
    private func limited(_ stream: BodyStream, to current: ClientConnection) -> BodyStream {
        BodyStream { [self, weak current] in
            current?.close(at: 0)
            let piece = stream.next()
            if let current { limitSending(to: current, bytes: piece?.count ?? 0) }
            return piece
        }
    }

    private func queue(
        _ response: Response, id: String, isHead: Bool, _ current: ClientConnection, _ connection: OpaquePointer
    ) -> MHD_Result {
        var response = response
        response.headers[.requestID] = id
        SecurityFields.complete(&response.headers, with: configuration.defaultFields)
        switch response.delivery {
        case .whole:
            let isBodySent = !isHead && response.status != .notModified
            let size = isBodySent ? response.body.count : 0
            limitSending(to: current, bytes: size)
            if size > 0 { current.receive(response.share, at: Monotonic.now()) }
            traffic.answered(response.status.code, bytes: size)
            return PreparedResponse(response)?.queue(on: connection) ?? .NO
        case .prepared(let answer):
            limitSending(to: current, bytes: answer.bodySize(isHead: isHead))
            current.receive(answer.sentShare(isHead: isHead), at: Monotonic.now())
            return answer.queue(on: connection, isHead: isHead, counting: traffic)
        case .stream(let stream):
            limitSending(to: current, bytes: 0)
            traffic.answered(response.status.code, bytes: 0)
            let streamed = PreparedResponse(
                status: response.status, headers: response.headers, stream: limited(stream, to: current), isHead: isHead
            )
            return streamed?.queue(on: connection) ?? .NO
        }
    }
}
