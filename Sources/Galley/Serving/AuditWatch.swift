import Dispatch
import Foundation
import Logging
import Publishing

/// Notes the newest event of the audit trail beside the data and in the log, every two seconds when there is a new one.
///
/// A head that the trail no longer has is an alarm: it is kept, and nothing further is noted until an operator has looked.
final class AuditWatch: @unchecked Sendable {
    private static let seconds = 2

    private let audit: AuditStore
    private let file: AuditHeadFile
    private let log = Logger(label: "galley.audit")
    private let queue = DispatchQueue(label: "galley.audit")
    // The rest belongs to the queue.
    private var timer: (any DispatchSourceTimer)?
    private var last: AuditHead?
    private var problem: String?

    init(audit: AuditStore, dataDirectory: String) {
        self.audit = audit
        file = AuditHeadFile(dataDirectory: dataDirectory)
    }

    func start() {
        queue.sync {
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now(), repeating: .seconds(Self.seconds))
            timer.setEventHandler { [self] in look() }
            timer.resume()
            self.timer = timer
        }
    }

    /// Notes what is new, for the last time; nothing when it was not started.
    func stop() {
        queue.sync {
            guard let timer else { return }
            timer.cancel()
            self.timer = nil
            look()
        }
    }

    private func look() {
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
    private func tell(_ message: String, _ metadata: Logger.Metadata) {
        let text = "\(message) \(metadata)"
        guard text != problem else { return }
        problem = text
        log.error("\(message)", metadata: metadata)
    }
}
