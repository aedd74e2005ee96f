import MicroHTTP
import SchemaRepository

/// The parts of a feature request's target that contains no escapes, found without decoding or copying.
///
/// It covers the common case only. Targets with escapes, repeated or missing parameters, or errors are left to
/// `ReadResolver`, which can report them.
struct UnescapedFeatureTarget {
    /// The bytes between the path's prefix and the query. No feature has a name with `%` or `/`, so a lookup of such
    /// bytes finds nothing.
    let name: Range<Int>
    let platform: Range<Int>
    let version: Range<Int>
    /// The rollout bucket, 0 to 999; nil if the client states none.
    let bucket: Int?

    /// Parses a target. Returns nil if it is not that of a feature, if the platform or the version is missing, if a
    /// known parameter is repeated, if the bucket is malformed, or if an unknown parameter has no value or an escape in
    /// its name. Other escapes stay in the ranges, whose bytes then match no feature, platform or version.
    init?(_ target: Span<UInt8>) {
        guard target.has(Routes.featuresBytes, at: 0) else { return nil }
        let start = Routes.featuresBytes.utf8CodeUnitCount
        let end = target.firstIndex(of: UInt8(ascii: "?"), from: start)
        guard end > start, end < target.count else { return nil }
        var platform: Range<Int>?
        var version: Range<Int>?
        var bucket: Int?
        var place = end + 1
        while place < target.count {
            guard let item = Item(target, from: place) else { return nil }
            place = item.value.upperBound + 1
            switch item.parameter {
            case .platform:
                guard platform == nil else { return nil }
                platform = item.value
            case .version:
                guard version == nil else { return nil }
                version = item.value
            case .bucket:
                guard bucket == nil, let number = Self.bucket(target, item.value) else { return nil }
                bucket = number
            case nil: break
            }
        }
        guard let platform, let version else { return nil }
        name = start..<end
        self.platform = platform
        self.version = version
        self.bucket = bucket
    }

    /// One `name=value` pair of a query, or the empty text between two `&`.
    private struct Item {
        enum Parameter {
            case platform
            case version
            case bucket
        }

        private static let platform: StaticString = "platform="
        private static let version: StaticString = "client_version="
        private static let bucket: StaticString = "bucket="

        /// The parameter; nil for an unknown one.
        let parameter: Parameter?
        /// The range of the value. For an unknown parameter, only the upper bound is that of the value.
        let value: Range<Int>

        /// Parses one item; nil if it has no value, or if its name contains an escape, because it could then be the
        /// name of any parameter.
        init?(_ target: Span<UInt8>, from start: Int) {
            let valueStart: Int
            if target.has(Self.platform, at: start) {
                (parameter, valueStart) = (.platform, start + Self.platform.utf8CodeUnitCount)
            } else if target.has(Self.version, at: start) {
                (parameter, valueStart) = (.version, start + Self.version.utf8CodeUnitCount)
            } else if target.has(Self.bucket, at: start) {
                (parameter, valueStart) = (.bucket, start + Self.bucket.utf8CodeUnitCount)
            } else {
                var nameEnd = start
                while nameEnd < target.count, target[nameEnd] != UInt8(ascii: "=") {
                    if target[nameEnd] == UInt8(ascii: "&") { break }
                    if target[nameEnd] == UInt8(ascii: "%") { return nil }
                    nameEnd += 1
                }
                let hasValue = nameEnd < target.count && target[nameEnd] == UInt8(ascii: "=")
                guard hasValue || nameEnd == start else { return nil }
                (parameter, valueStart) = (nil, nameEnd)
            }
            value = valueStart..<target.firstIndex(of: UInt8(ascii: "&"), from: valueStart)
        }
    }

    private static func bucket(_ target: Span<UInt8>, _ range: Range<Int>) -> Int? {
        guard (1...3).contains(range.count) else { return nil }
        var number = 0
        for index in range {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(target[index]) else { return nil }
            number = number * 10 + Int(target[index] - UInt8(ascii: "0"))
        }
        return number
    }
}

extension ReadIndex {
    /// Returns the edition for a target without escapes; nil if there is none, and for every other target, even if
    /// `ReadResolver` finds an edition for it.
    ///
    /// `key`: A buffer for the version's sort key, reused by every call.
    func edition(of target: Span<UInt8>, key: inout [UInt8]) -> ServedEdition? {
        guard let parts = UnescapedFeatureTarget(target) else { return nil }
        key.removeAll(keepingCapacity: true)
        guard (try? ClientVersion.append(sortKeyOf: target.extracting(parts.version), to: &key)) != nil,
            case .edition(let edition) = outcome(
                of: target.extracting(parts.name), platform: target.extracting(parts.platform), key: key,
                bucket: parts.bucket)
        else { return nil }
        return edition
    }
}
