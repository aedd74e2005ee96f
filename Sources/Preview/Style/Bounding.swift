/// The limit for lengths and pixel counts, because documents may contain any number, and chains of constraints can
/// multiply the numbers.
private let farthest = 1_000_000.0

extension Double {
    /// Clamps a number to a million in both directions; NaN becomes 0.
    init(bounding value: Double) { self = value.isNaN ? 0 : Swift.min(farthest, Swift.max(-farthest, value)) }
}

extension Int {
    /// Rounds and clamps a number to a million in both directions; NaN becomes 0.
    init(bounding value: Double) { self = Int(Double(bounding: value).rounded()) }
}
