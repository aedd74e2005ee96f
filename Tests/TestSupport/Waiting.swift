import Foundation

/// What a test waited for did not happen.
package struct NeverHappened: Error, CustomStringConvertible {
    package let description: String
}

/// Asks again until `condition` holds; throws when it does not within a minute.
package func waitUntil(_ what: String, _ condition: () throws -> Bool) throws {
    let end = ContinuousClock.now.advanced(by: .seconds(60))
    while try !condition() {
        guard ContinuousClock.now < end else { throw NeverHappened(description: "not within a minute: \(what)") }
        usleep(10_000)
    }
}
