package import Foundation

/// The state that a rollback restores.
package enum RollbackTarget: Sendable, Hashable {
    /// One feature's state after a release; 0 for the state before the first release.
    case feature(String, afterRelease: Int)
    /// For every feature in a release, its state before that release.
    case release(Int)
    /// The state of every feature at a point in time.
    case moment(Date)
}
