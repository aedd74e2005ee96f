/// Whether the audit trail is as it was written.
package enum AuditVerdict: Sendable, Hashable {
    /// Every event follows from the one before. A cut-off end leaves no trace in the chain itself: compare the head with one
    /// that was noted elsewhere.
    case intact(events: Int, head: String)
    /// The first event that does not follow from the one before it.
    case broken(at: Int)
}
