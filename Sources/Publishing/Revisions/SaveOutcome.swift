/// The outcome of saving a revision.
package enum SaveOutcome: Sendable, Hashable {
    case saved(Revision)
    /// The newest revision has the same bytes and was checked with the same schemas.
    case unchanged(Revision)
    /// The newest revision is not the expected one; nothing was written. Contains the newest one; nil if there is none.
    case headMoved(Revision?)
    case noSuchFeature
    /// The note exceeds `RevisionStore.maximumNoteLength`.
    case noteTooLong
    /// The name exceeds `RevisionStore.maximumNameLength` or breaks `DisplayName.rule`.
    case invalidName
    /// No schemas have been imported yet.
    case noSchemas
}
