import Foundation
import Logging
import Publishing
import ReadAPI
import Synchronization

/// Notes the newest audit event, the head of the trail, in the data directory and in the log, at most every two
/// seconds.
///
/// If the trail no longer contains the head that was noted last, the watch logs an error at most once a minute, keeps
/// that head and notes nothing more until an operator removes the file with the notes.
struct AuditWatch: Sendable {
    private let task: PeriodicTask

    init(audit: AuditStore, dataDirectory: String) {
        let watched = Mutex(WatchedTrail(audit: audit, file: AuditHeadFile(dataDirectory: dataDirectory)))
        task = PeriodicTask("galley.audit", seconds: 2) { watched.withLock { $0.look() } }
    }

    /// Notes the newest event at once, and then every two seconds.
    func start() { task.start() }

    /// Notes the newest event for the last time; does nothing if the watch was not started.
    func stop() { task.stop() }
}

/// The state of the trail at the last check.
private struct WatchedTrail {
    let audit: AuditStore
    let file: AuditHeadFile
    let log = Logger(label: "galley.audit")
    var last: AuditHead?
    let repeats = RepeatedWarnings()

    mutating func look() {
        do {
            if last != nil, !file.exists {
                last = nil
                log.warning("the noted heads of the audit trail were removed: they begin anew with the newest event")
            }
            if last == nil { last = try file.read().last }
            if let last, try !audit.contains(last) {
                return tell(
                    "the audit trail was cut or rewritten: run  galley audit verify",
                    ["number": "\(last.number)", "hash": "\(last.hash)"])
            }
            guard let head = try audit.head(now: .now), head.number != last?.number else { return }
            try file.add(head)
            last = head
            log.info("audit head", metadata: ["number": "\(head.number)", "hash": "\(head.hash)"])
        } catch {
            tell("the head of the audit trail could not be noted", ["error": "\(error)"])
        }
    }

    /// Logs a problem, at most once a minute instead of every two seconds.
    private func tell(_ message: String, _ metadata: Logger.Metadata) {
        if repeats.isDue(message) { log.error("\(message)", metadata: metadata) }
    }
}
