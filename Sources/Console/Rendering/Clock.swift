import Foundation

/// The moment of a request: every time on a page is told relative to it.
struct Clock: Sendable {
    let now: Date

    func when(_ date: Date) -> When { When(date, now: now) }
}
