import Foundation
import MicroHTTP
import TestSupport

@testable import ReadAPI

/// A read listener that serves an index without a database.
final class IndexServer {
    let port = FreePort.find()
    let shared: SharedState
    private let listener: ReadListener

    /// Starts the listener; with `isCompressing` false, nothing that waits for compression is compressed.
    init(_ index: ReadIndex, _ limits: DocumentLimits, isCompressing: Bool = true) throws {
        let shared = SharedState(limits: limits)
        shared.replace { $0.index = index }
        if isCompressing { shared.compressor.start() }
        self.shared = shared
        listener = ReadListener(configuration: .read(port: port), threads: 2, traffic: shared.traffic) {
            let handler = ReadHandler(shared, isCounting: false)
            return { request in handler.answer(request) }
        }
        try listener.start()
    }

    deinit {
        listener.stop()
        shared.compressor.stop()
    }

    /// The number of answers with a status.
    func answers(_ status: Int) -> Int { shared.traffic.reading.answers[status] ?? 0 }

    /// Requests the bundle of a version; returns the client, which has not read the answer.
    func ask(_ version: Int) throws -> RawClient {
        let client = try RawClient(port: port, receiveBuffer: 4_096)
        client.send("GET /v1/bundle?platform=ios&client_version=\(version) HTTP/1.1\r\nHost: x\r\n\r\n")
        return client
    }

    /// Requests the bundle of a version and reads only the first bytes of the answer; returns the status.
    func status(_ version: Int) throws -> Int {
        let client = try ask(version)
        defer { client.finish() }
        return client.receive(seconds: 60) { $0.bytes.count > 12 }.status
    }

    /// Returns the answer to a request for the bundle of a version.
    func bundle(_ version: Int, method: String = "GET", fields: [String] = []) throws -> RawClient.Answer {
        try RawClient.get(
            "/v1/bundle?platform=ios&client_version=\(version)", port: port, method: method, fields: fields)
    }
}
