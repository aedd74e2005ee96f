/// Creates random ids of requests.
package enum RequestID {
    /// Returns sixteen random hexadecimal digits.
    package static func next() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
