import JSONText

/// The keywords about numbers; draft 4's boolean `exclusiveMinimum` and `exclusiveMaximum` are translated.
final class NumberKeywords: Sendable {
    let minimum: JSONNumber?
    let exclusiveMinimum: JSONNumber?
    let maximum: JSONNumber?
    let exclusiveMaximum: JSONNumber?
    let multipleOf: JSONNumber?
    /// The allowed integers if `minimum` and `maximum` are the only limits and are integers; a fast path for most
    /// numbers.
    let integers: ClosedRange<Int>?

    init(
        minimum: JSONNumber?, exclusiveMinimum: JSONNumber?, maximum: JSONNumber?, exclusiveMaximum: JSONNumber?,
        multipleOf: JSONNumber?
    ) {
        self.minimum = minimum
        self.exclusiveMinimum = exclusiveMinimum
        self.maximum = maximum
        self.exclusiveMaximum = exclusiveMaximum
        self.multipleOf = multipleOf
        let low = minimum.map(\.int) ?? .min
        let high = maximum.map(\.int) ?? .max
        let isPlain = exclusiveMinimum == nil && exclusiveMaximum == nil && multipleOf == nil
        if isPlain, let low, let high, low <= high { integers = low...high } else { integers = nil }
    }
}
