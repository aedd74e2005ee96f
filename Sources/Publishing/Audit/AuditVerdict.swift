/// The result of verifying the audit trail.
package enum AuditVerdict: Sendable, Hashable {
    /// Every event follows from the previous one, and every noted head is present.
    case intact(events: Int, head: String)
    /// The first event that does not follow from the previous one.
    case broken(at: Int)
    /// The chain is consistent, but a noted event had another hash, so the trail was rewritten.
    case rewritten(upTo: Int)
    /// The trail ends before a noted event.
    case cut(after: Int, noted: Int)
}
