/// Whether the audit trail is as it was written.
package enum AuditVerdict: Sendable, Hashable {
    /// Every event follows from the one before, and every noted head is among them.
    case intact(events: Int, head: String)
    /// The first event that does not follow from the one before it.
    case broken(at: Int)
    /// The trail follows from itself, but another event had this number when it was noted: it was rewritten.
    case rewritten(upTo: Int)
    /// The trail ends before an event that was noted.
    case cut(after: Int, noted: Int)
}
