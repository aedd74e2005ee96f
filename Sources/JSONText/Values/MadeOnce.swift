import Synchronization

/// A value that is made when it is first asked for, whichever thread asks.
struct MadeOnce<Value: Sendable>: ~Copyable, Sendable {
    private let made = Mutex<Value?>(nil)

    /// The value; `make` is called once at most.
    func value(_ make: () -> Value) -> Value {
        made.withLock { made in
            if let value = made { return value }
            let value = make()
            made = value
            return value
        }
    }
}
