import SchemaRepository

/// What a target asks of a feature, where it is written plainly, as phones write it: nothing decoded, nothing copied.
///
/// It answers for the common case only. What is not found here, be it escaped, repeated, missing or wrong, is for
/// `ReadResolver`, which knows what to say of it.
struct PlainTarget {
    let name: Range<Int>
    let platform: Range<Int>
    let version: Range<Int>
    /// 0 to 99.
    let bucket: Int?

    private static let path = Array(Routes.features.utf8)

    /// Nil for a target that needs more than a look.
    init?(_ target: Span<UInt8>) {
        let start = Self.path.count
        guard target.count > start, target.extracting(0..<start).isEqual(to: Self.path) else { return nil }
        var end = start
        while end < target.count, target[end] != UInt8(ascii: "?") {
            if target[end] == UInt8(ascii: "%") || target[end] == UInt8(ascii: "/") { return nil }
            end += 1
        }
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

    /// One `name=value` of a query; an item without `=` has an empty value.
    private struct Item {
        enum Parameter {
            case platform
            case version
            case bucket
        }

        private static let platform = Array("platform".utf8)
        private static let version = Array("client_version".utf8)
        private static let bucket = Array("bucket".utf8)

        /// Nil for one that nobody asked for.
        let parameter: Parameter?
        let value: Range<Int>

        /// Nil where the name is escaped: it may be any.
        init?(_ target: Span<UInt8>, from start: Int) {
            var nameEnd = start
            while nameEnd < target.count, target[nameEnd] != UInt8(ascii: "="), target[nameEnd] != UInt8(ascii: "&") {
                if target[nameEnd] == UInt8(ascii: "%") { return nil }
                nameEnd += 1
            }
            let name = target.extracting(start..<nameEnd)
            if name.isEqual(to: Self.platform) {
                parameter = .platform
            } else if name.isEqual(to: Self.version) {
                parameter = .version
            } else if name.isEqual(to: Self.bucket) {
                parameter = .bucket
            } else {
                parameter = nil
            }
            let hasValue = nameEnd < target.count && target[nameEnd] == UInt8(ascii: "=")
            let valueStart = hasValue ? nameEnd + 1 : nameEnd
            var end = valueStart
            while end < target.count, target[end] != UInt8(ascii: "&") { end += 1 }
            value = valueStart..<end
        }
    }

    private static func bucket(_ target: Span<UInt8>, _ range: Range<Int>) -> Int? {
        guard range.count == 1 || range.count == 2 else { return nil }
        var number = 0
        for index in range {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(target[index]) else { return nil }
            number = number * 10 + Int(target[index] - UInt8(ascii: "0"))
        }
        return number
    }
}

extension ReadIndex {
    /// The edition that a plainly written target names; nil for every other target, whatever its answer.
    ///
    /// `key`: memory for the version's sort key, used again with every call.
    func edition(of target: Span<UInt8>, key: inout [UInt8]) -> ServedEdition? {
        guard let plain = PlainTarget(target) else { return nil }
        key.removeAll(keepingCapacity: true)
        guard let feature = feature(named: target.extracting(plain.name)),
            (try? ClientVersion.append(sortKeyOf: target.extracting(plain.version), to: &key)) != nil,
            case .edition(let edition) = feature.outcome(
                platform: target.extracting(plain.platform), key: key, bucket: plain.bucket)
        else { return nil }
        return edition
    }
}
