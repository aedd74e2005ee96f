import Dispatch
import Foundation
import Synchronization

/// Distributes work over all cores.
enum Parallel {
    /// Returns the results of `transform` in the order of the elements.
    ///
    /// - Throws: The error of one element.
    static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element], _ transform: @Sendable (Element) throws -> Result
    ) throws -> [Result] {
        // The elements are divided into several parts per core, so that a core that has finished early takes parts from
        // the others. A part, except the last one, has at least 64 elements, because the overhead of a smaller part
        // would be too large.
        let size = max(64, elements.count / (ProcessInfo.processInfo.activeProcessorCount * 8))
        let count = (elements.count + size - 1) / size
        let parts = Mutex([[Result]](repeating: [], count: count))
        let fault = Mutex<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: count) { number in
            guard fault.withLock({ $0 == nil }) else { return }
            do {
                let made = try elements[number * size..<min(elements.count, (number + 1) * size)].map(transform)
                parts.withLock { $0[number] = made }
            } catch {
                fault.withLock { $0 = error }
            }
        }
        if let error = fault.withLock({ $0 }) { throw error }
        return parts.withLock { $0.flatMap { $0 } }
    }
}
