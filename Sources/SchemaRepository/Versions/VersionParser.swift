/// Parses client versions straight into sort keys.
enum VersionParser {
    static func sortKey(of text: String) throws(ClientVersionError) -> [UInt8] {
        let bytes = Array(text.utf8)
        var key: [UInt8] = []
        try append(sortKeyOf: bytes.span, to: &key)
        return key
    }

    /// The sort key of version 0.
    static var zero: [UInt8] { [0, 0, 0, 0, release] }

    /// The sort key of version 0-0.
    static var lowest: [UInt8] { [0, 0, 0, 0, preRelease, numericIdentifier, 0, endOfIdentifiers] }

    /// Appends the sort key of a version. Allocates memory only if `key` must grow. After an error `key` may end with a
    /// part of a key.
    static func append(sortKeyOf text: Span<UInt8>, to key: inout [UInt8]) throws(ClientVersionError) {
        guard !text.isEmpty else { throw .empty }
        guard text.count <= ClientVersion.maximumBytes else { throw .tooLong }

        let build = piece(of: text, from: 0, until: UInt8(ascii: "+"), before: text.count).upperBound
        if build < text.count { try check(identifiersIn: text, build + 1..<text.count) }
        let numbers = piece(of: text, from: 0, until: UInt8(ascii: "-"), before: build)
        try append(partsIn: text, numbers, to: &key)
        guard numbers.upperBound < build else { return key.append(release) }
        let identifiers = numbers.upperBound + 1..<build
        try check(identifiersIn: text, identifiers)
        key.append(preRelease)
        append(identifiersIn: text, identifiers, to: &key)
        key.append(endOfIdentifiers)
    }

    private static let release: UInt8 = 1
    private static let preRelease: UInt8 = 0
    private static let endOfIdentifiers: UInt8 = 0
    private static let numericIdentifier: UInt8 = 1
    private static let textIdentifier: UInt8 = 2
    private static let endOfText: UInt8 = 0

    /// Appends four numbers; missing ones are 0.
    private static func append(
        partsIn text: Span<UInt8>, _ range: Range<Int>, to key: inout [UInt8]
    ) throws(ClientVersionError) {
        guard !range.isEmpty else { throw .empty }
        var count = 0
        var start = range.lowerBound
        while start <= range.upperBound {
            let part = piece(of: text, from: start, until: UInt8(ascii: "."), before: range.upperBound)
            if part.isEmpty { throw .emptyPart }
            guard isNumber(text, part) else { throw .notANumber(string(text, part)) }
            count += 1
            if count <= 4 { append(number: text, part, to: &key) }
            start = part.upperBound + 1
        }
        guard count <= 4 else { throw .tooManyParts }
        while count < 4 {
            key.append(0)
            count += 1
        }
    }

    private static func check(identifiersIn text: Span<UInt8>, _ range: Range<Int>) throws(ClientVersionError) {
        var start = range.lowerBound
        while start <= range.upperBound {
            let identifier = piece(of: text, from: start, until: UInt8(ascii: "."), before: range.upperBound)
            if identifier.isEmpty { throw .emptyIdentifier }
            for index in identifier where !isIdentifier(text[index]) {
                throw .unexpectedCharacter(string(text, identifier))
            }
            start = identifier.upperBound + 1
        }
    }

    private static func append(identifiersIn text: Span<UInt8>, _ range: Range<Int>, to key: inout [UInt8]) {
        var start = range.lowerBound
        while start <= range.upperBound {
            let identifier = piece(of: text, from: start, until: UInt8(ascii: "."), before: range.upperBound)
            if isNumber(text, identifier) {
                key.append(numericIdentifier)
                append(number: text, identifier, to: &key)
            } else {
                key.append(textIdentifier)
                for index in identifier { key.append(text[index]) }
                key.append(endOfText)
            }
            start = identifier.upperBound + 1
        }
    }

    private static func append(number text: Span<UInt8>, _ digits: Range<Int>, to key: inout [UInt8]) {
        var start = digits.lowerBound
        while start < digits.upperBound, text[start] == UInt8(ascii: "0") { start += 1 }
        var remaining = digits.upperBound - start
        while remaining >= 255 {
            key.append(255)
            remaining -= 255
        }
        key.append(UInt8(remaining))
        for index in start..<digits.upperBound { key.append(text[index]) }
    }

    /// Returns the range from a place to the next separator, or to the limit if there is none.
    private static func piece(
        of text: Span<UInt8>, from start: Int, until separator: UInt8, before limit: Int
    ) -> Range<Int> {
        var end = start
        while end < limit, text[end] != separator { end += 1 }
        return start..<end
    }

    private static func isNumber(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        for index in range where !isDigit(text[index]) { return false }
        return true
    }

    private static func isIdentifier(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: "-")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func string(_ text: Span<UInt8>, _ range: Range<Int>) -> String {
        String(decoding: range.map { text[$0] }, as: UTF8.self)
    }
}
