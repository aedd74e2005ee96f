import Synchronization

/// A thread-safe lazy value.
package struct LazyValue<Value: Sendable>: ~Copyable, Sendable {
    private let computed = Mutex<Value?>(nil)

    /// Creates a lazy value that is not computed yet.
    package init() {}

    /// Returns the value; calls `make` the first time only.
    package func value(_ make: () -> Value) -> Value {
        computed.withLock { computed in
            if let value = computed { return value }
            let value = make()
            computed = value
            return value
        }
    }
}
