/// What became of a text that was to be saved as a revision.
package enum SaveOutcome: Sendable, Hashable {
    case saved(Revision)
    /// The newest revision has the same bytes and was checked against the same schemas.
    case unchanged(Revision)
    /// Someone saved meanwhile: this is the newest revision now; nothing was written. Nil when there is none.
    case headMoved(Revision?)
    case noSuchFeature
    /// The note has more than `RevisionStore.maximumNoteLength` characters.
    case noteTooLong
    /// No schemas have been imported yet.
    case noSchemas
}
