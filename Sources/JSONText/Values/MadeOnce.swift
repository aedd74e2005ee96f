import Synchronization

/// A value that is made when it is first asked for, whichever thread asks.
package struct MadeOnce<Value: Sendable>: ~Copyable, Sendable {
    private let made = Mutex<Value?>(nil)

    /// A value that nobody asked for yet.
    package init() {}

    /// The value; `make` is called once at most.
    package func value(_ make: () -> Value) -> Value {
        made.withLock { made in
            if let value = made { return value }
            let value = make()
            made = value
            return value
        }
    }
}
