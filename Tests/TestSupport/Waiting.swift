import Foundation

/// The error of a condition that was not met within the time that a test waited for it.
package struct NeverHappened: Error, CustomStringConvertible {
    package let description: String
}

/// Repeats `condition` until it is true; throws after a minute.
package func waitUntil(_ what: String, _ condition: () throws -> Bool) throws {
    let end = ContinuousClock.now.advanced(by: .seconds(60))
    while try !condition() {
        guard ContinuousClock.now < end else { throw NeverHappened(description: "not within a minute: \(what)") }
        usleep(10_000)
    }
}
