import Foundation
import Logging
import Publishing
import Synchronization

/// Notes the newest event of the audit trail beside the data and in the log, every two seconds when there is a new one.
///
/// A head that the trail no longer has is an alarm: it is kept, and nothing further is noted until an operator has looked.
struct AuditWatch: Sendable {
    private let task: PeriodicTask

    init(audit: AuditStore, dataDirectory: String) {
        let watched = Mutex(WatchedTrail(audit: audit, file: AuditHeadFile(dataDirectory: dataDirectory)))
        task = PeriodicTask("galley.audit", seconds: 2) { watched.withLock { $0.look() } }
    }

    /// Notes the newest event at once, and then every two seconds.
    func start() { task.start() }

    /// Notes what is new, for the last time; nothing when it was not started.
    func stop() { task.stop() }
}

/// The trail as it was at the last look.
private struct WatchedTrail {
    let audit: AuditStore
    let file: AuditHeadFile
    let log = Logger(label: "galley.audit")
    var last: AuditHead?
    /// The problem that was logged last.
    var problem: String?

    mutating func look() {
        do {
            if last == nil { last = try file.read().last }
            if let last, try !audit.holds(last) {
                return tell(
                    "the audit trail was cut or rewritten: run  galley audit verify",
                    ["number": "\(last.number)", "hash": "\(last.hash)"])
            }
            guard let head = try audit.head(now: .now), head.number != last?.number else { return }
            try file.add(head)
            last = head
            problem = nil
            log.info("audit head", metadata: ["number": "\(head.number)", "hash": "\(head.hash)"])
        } catch {
            tell("the head of the audit trail could not be noted", ["error": "\(error)"])
        }
    }

    /// Logs a problem once, not every two seconds.
    private mutating func tell(_ message: String, _ metadata: Logger.Metadata) {
        let text = "\(message) \(metadata)"
        guard text != problem else { return }
        problem = text
        log.error("\(message)", metadata: metadata)
    }
}
