import Synchronization

/// A thread-safe lazy value.
package struct LazyValue<Value: Sendable>: ~Copyable, Sendable {
    private let made = Mutex<Value?>(nil)

    /// Creates a lazy value that is not computed yet.
    package init() {}

    /// Returns the value; calls `make` the first time only.
    package func value(_ make: () -> Value) -> Value {
        made.withLock { made in
            if let value = made { return value }
            let value = make()
            made = value
            return value
        }
    }
}
