/// How far from 0 a length or a count of pixels may be; documents can say any number, and chains of constraints double
/// what they say.
private let farthest = 1_000_000.0

extension Double {
    /// A number no farther than a million from 0; 0 for what is no number.
    init(bounding value: Double) { self = value.isNaN ? 0 : Swift.min(farthest, Swift.max(-farthest, value)) }
}

extension Int {
    /// The nearest whole number no farther than a million from 0; 0 for what is no number.
    init(bounding value: Double) { self = Int(Double(bounding: value).rounded()) }
}
