/// The result of verifying the audit trail.
package enum AuditVerdict: Sendable, Hashable {
    /// Every hash matches its event and the previous hash, and the trail contains every noted head; see ``AuditHead``.
    case intact(events: Int, head: String)
    /// An event has a wrong number or hash; `at` is the number that the first such event should have.
    case broken(at: Int)
    /// The chain is consistent up to the event with this number, but that event had another hash when it was noted, so
    /// the trail was rewritten. Later events were not verified.
    case rewritten(upTo: Int)
    /// The trail ends before a noted event. `after` is the number of the trail's last event, `noted` that of the newest
    /// noted one.
    case cut(after: Int, noted: Int)
}
