/// A set of code points: those in ranges or with Unicode properties, or all others.
struct CharacterSet: Sendable {
    /// A Unicode property, or its complement.
    struct Property: Sendable, Hashable {
        let property: UnicodeProperty
        let isNegative: Bool
    }

    static let highest: UInt32 = 0x10FFFF

    /// The ranges in ascending order, not adjacent to each other; they may include surrogates, which no text contains.
    private(set) var ranges: [ClosedRange<UInt32>] = []
    private(set) var properties: [Property] = []
    var isNegative = false

    init() {}

    init(_ ranges: [ClosedRange<UInt32>], isNegative: Bool = false) {
        self.ranges = Self.normalized(ranges)
        self.isNegative = isNegative
    }

    init(_ property: Property) {
        properties = [property]
    }

    /// Adds a range of code points.
    mutating func insert(_ range: ClosedRange<UInt32>) {
        ranges = Self.normalized(ranges + [range])
    }

    /// Adds the code points of another set, which must not be a complement with properties.
    mutating func formUnion(_ other: CharacterSet) {
        ranges = Self.normalized(ranges + (other.isNegative ? Self.complement(of: other.ranges) : other.ranges))
        properties += other.properties
    }

    /// The ranges without surrogates, which UTF-8 cannot represent.
    var scalarRanges: [ClosedRange<UInt32>] {
        ranges.flatMap { range -> [ClosedRange<UInt32>] in
            guard range.upperBound >= 0xD800, range.lowerBound <= 0xDFFF else { return [range] }
            var parts: [ClosedRange<UInt32>] = []
            if range.lowerBound < 0xD800 { parts.append(range.lowerBound...0xD7FF) }
            if range.upperBound > 0xDFFF { parts.append(0xE000...range.upperBound) }
            return parts
        }
    }

    /// Returns true if one of the ranges contains a code point, without regard to properties and negation.
    func rangesContain(_ value: UInt32) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= value
    }

    static func complement(of ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= highest { result.append(next...highest) }
        return result
    }

    private static func normalized(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        var result: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound + 1 {
                result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }
}

extension CharacterSet {
    /// `\d`: the ASCII digits.
    static let digits = CharacterSet([0x30...0x39])
    /// `\w`: ASCII letters, digits and the underscore.
    static let word = CharacterSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    /// `\s`: WhiteSpace and LineTerminator (ECMA-262, sections 12.2 and 12.3).
    static let space = CharacterSet([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    /// `.`: everything but the four line terminators.
    static let dot = CharacterSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029], isNegative: true)

    /// The complement of the set.
    var inverted: CharacterSet {
        var set = self
        set.isNegative.toggle()
        return set
    }
}
