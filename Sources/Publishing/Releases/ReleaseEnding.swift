/// The cause of a rollback that only takes out the rules of an earlier release, or of the rollout that began with it.
///
/// The release that it ends is the target of the rollback (``RollbackTarget/release(_:)``).
package enum ReleaseEnding: String, Sendable, Hashable {
    /// The planned end of a release.
    case planned = "ended"
    /// A person stopped the rollout.
    case stopped
    /// Reported failures halted the rollout.
    case halted
}
