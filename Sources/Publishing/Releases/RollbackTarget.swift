package import Foundation

/// What a rollback goes back to.
package enum RollbackTarget: Sendable, Hashable {
    /// One feature's rules as they stood after a release; 0 is before the first.
    case feature(String, afterRelease: Int)
    /// Every feature of a release as it stood before it.
    case release(Int)
    /// Every feature as it stood at a moment.
    case moment(Date)
}
