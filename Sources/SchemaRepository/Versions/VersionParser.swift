/// The grammar of client versions, read straight into the sort key.
enum VersionParser {
    static func sortKey(of text: String) throws(ClientVersionError) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= ClientVersion.maximumBytes else { throw .tooLong }

        let withoutBuild = bytes.prefix { $0 != UInt8(ascii: "+") }
        if withoutBuild.count < bytes.count {
            _ = try identifiers(in: bytes[(withoutBuild.count + 1)...])
        }
        let numbers = withoutBuild.prefix { $0 != UInt8(ascii: "-") }
        var key = try key(ofParts: parts(in: numbers))
        if numbers.count < withoutBuild.count {
            key[key.count - 1] = preRelease
            for identifier in try identifiers(in: withoutBuild[(numbers.count + 1)...]) { append(identifier, to: &key) }
            key.append(endOfIdentifiers)
        }
        return key
    }

    /// The key of a release with these digits in its parts; missing parts are 0.
    static func key(ofParts parts: [ArraySlice<UInt8>]) -> [UInt8] {
        var key: [UInt8] = []
        for index in 0..<4 { append(number: index < parts.count ? parts[index] : [], to: &key) }
        key.append(release)
        return key
    }

    private static let release: UInt8 = 1
    private static let preRelease: UInt8 = 0
    private static let endOfIdentifiers: UInt8 = 0
    private static let numericIdentifier: UInt8 = 1
    private static let textIdentifier: UInt8 = 2
    private static let endOfText: UInt8 = 0

    private static func parts(in numbers: ArraySlice<UInt8>) throws(ClientVersionError) -> [ArraySlice<UInt8>] {
        let parts = numbers.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard numbers.first != nil else { throw .empty }
        for part in parts {
            if part.isEmpty { throw .emptyPart }
            guard part.allSatisfy(isDigit) else { throw .notANumber(String(decoding: part, as: UTF8.self)) }
        }
        guard parts.count <= 4 else { throw .tooManyParts }
        return parts
    }

    private static func identifiers(in text: ArraySlice<UInt8>) throws(ClientVersionError) -> [ArraySlice<UInt8>] {
        let identifiers = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        for identifier in identifiers {
            if identifier.isEmpty { throw .emptyIdentifier }
            guard identifier.allSatisfy({ isDigit($0) || isLetter($0) || $0 == UInt8(ascii: "-") }) else {
                throw .unexpectedCharacter(String(decoding: identifier, as: UTF8.self))
            }
        }
        return identifiers
    }

    private static func append(_ identifier: ArraySlice<UInt8>, to key: inout [UInt8]) {
        if identifier.allSatisfy(isDigit) {
            key.append(numericIdentifier)
            append(number: identifier, to: &key)
        } else {
            key.append(textIdentifier)
            key += identifier
            key.append(endOfText)
        }
    }

    private static func append(number digits: ArraySlice<UInt8>, to key: inout [UInt8]) {
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        var remaining = significant.count
        while remaining >= 255 {
            key.append(255)
            remaining -= 255
        }
        key.append(UInt8(remaining))
        key += significant
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}
