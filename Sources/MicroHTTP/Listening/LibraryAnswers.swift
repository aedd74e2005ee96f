import Foundation
import HTTPTypes

/// Replaces the answers that libmicrohttpd makes itself, such as 400 for an invalid length, because they have their
/// header fields twice, are HTML and lack a request id. Before the library sends an answer of its own, it announces the
/// answer in its log on the connection's thread. At that moment Galley sends its own answer and shuts the socket down
/// for writing, so that the library's answer is never sent.
///
/// The library's own page remains for a connection's first request if its request line does not fit into the memory of
/// the connection (`ListenerConfiguration.poolSize`), for example with 20,000 arguments. The status, 414 or 431, is
/// right, and the connection ends. But the library calls nothing on the connection's thread before the line is
/// complete, announces a new connection on the thread that accepts it, and names no connection in its log, so Galley
/// cannot know which socket to answer. A larger memory would only move the limit, and every connection would use it.
enum LibraryAnswers {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// Stores the connection that this thread serves.
    static func remember(_ connection: UnsafeMutableRawPointer) {
        pthread_setspecific(key, connection)
    }

    /// Handles a message of the library's log; sends the refusal if it announces an answer.
    static let report: DaemonCallbacks.Report = { message in
        guard let message, let context = pthread_getspecific(key) else { return }
        let announcement = "Error processing request (HTTP response code is "
        guard strncmp(message, announcement, announcement.utf8.count) == 0 else { return }
        let status = atoi(message + announcement.utf8.count)
        // The library says 500 in two cases: the line before a chunk does not fit into the memory of the connection,
        // which is the client's error, or a handler has not taken all received bytes, which does not happen here.
        let refusal = Refusal.allCases.first { $0 != .internalError && $0.status.code == Int(status) } ?? .badRequest
        let connection = ClientConnection.from(context)
        var fields = connection.defaultFields
        fields[.requestID] = RequestID.next()
        refusal.deliver(to: connection.descriptor, adding: fields)
    }
}
