import Foundation

/// The time of a request; times on its page are relative to it.
struct Clock: Sendable {
    let now: Date

    func when(_ date: Date) -> TimeLabel { TimeLabel(date, now: now) }
}
