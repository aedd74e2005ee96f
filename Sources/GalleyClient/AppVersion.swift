/// A version of an app: one to four numbers with any number of digits; a missing number is 0. Versions have the order
/// of Semantic Versioning 2.0 (section 11), which ignores build metadata.
struct AppVersion: Comparable {
    private let numbers: [Number]
    /// The identifiers of a pre-release; empty for a release.
    private let identifiers: [Identifier]

    /// A whole number with any number of digits; leading zeros are removed.
    private struct Number: Comparable {
        let digits: Substring

        init(_ text: Substring) { digits = text.drop { $0 == "0" } }

        static func < (left: Number, right: Number) -> Bool {
            let (leftCount, rightCount) = (left.digits.utf8.count, right.digits.utf8.count)
            if leftCount != rightCount { return leftCount < rightCount }
            return left.digits.utf8.lexicographicallyPrecedes(right.digits.utf8)
        }
    }

    /// An identifier of a pre-release; numbers come before texts.
    private enum Identifier: Comparable {
        case number(Number)
        case text(Substring)

        static func < (left: Identifier, right: Identifier) -> Bool {
            switch (left, right) {
            case (.number(let left), .number(let right)): left < right
            case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
            case (.number, .text): true
            case (.text, .number): false
            }
        }
    }

    /// Parses a version; nil if it is not one to four numbers with an optional pre-release and build metadata.
    init?(_ text: some StringProtocol) {
        let version = Substring(text).prefix { $0 != "+" }
        let core = version.prefix { $0 != "-" }
        let parts = core.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...4).contains(parts.count), parts.allSatisfy(Self.isNumber) else { return nil }
        numbers = (0..<4).map { Number($0 < parts.count ? parts[$0] : "") }
        guard core.endIndex < version.endIndex else {
            identifiers = []
            return
        }
        let release = version[version.index(after: core.endIndex)...]
        let names = release.split(separator: ".", omittingEmptySubsequences: false)
        guard names.allSatisfy({ !$0.isEmpty }) else { return nil }
        identifiers = names.map { Self.isNumber($0) ? .number(Number($0)) : .text($0) }
    }

    static func < (left: AppVersion, right: AppVersion) -> Bool {
        if left.numbers != right.numbers { return left.numbers.lexicographicallyPrecedes(right.numbers) }
        // A pre-release comes before its release.
        if left.identifiers.isEmpty || right.identifiers.isEmpty {
            return !left.identifiers.isEmpty && right.identifiers.isEmpty
        }
        return left.identifiers.lexicographicallyPrecedes(right.identifiers)
    }

    private static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
