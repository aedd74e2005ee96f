extension JSONDiagnosis {
    /// Reads a number and reports a malformed one.
    mutating func readNumber() {
        let start = offset
        let fault = numberFault()
        offset = fault ?? offset
        var end = offset
        while end < bytes.count, isWordByte(bytes[end]) || "+-.".utf8.contains(bytes[end]) { end += 1 }
        expectation = .next
        guard fault != nil || end > offset else { return }
        let text = String(decoding: bytes[start..<min(end, start + 40)], as: UTF8.self)
        let place = offset..<max(end, offset)
        report("number", place, "“\(text)” is not a JSON number; \(numberAdvice(text)).")
        offset = end
        if end == start { stop() }
    }

    /// Returns the offset of the first invalid byte, or nil after moving `offset` to the end of a valid number. A valid
    /// number may be followed by further bytes of a word.
    private mutating func numberFault() -> Int? {
        var index = offset
        func isDigit(_ index: Int) -> Bool { index < bytes.count && bytes[index] &- UInt8(ascii: "0") < 10 }
        func skipDigits() { while isDigit(index) { index += 1 } }
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        guard isDigit(index) else { return index }
        if bytes[index] == UInt8(ascii: "0") { index += 1 } else { skipDigits() }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            guard isDigit(index) else { return index }
            skipDigits()
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < bytes.count, "+-".utf8.contains(bytes[index]) { index += 1 }
            guard isDigit(index) else { return index }
            skipDigits()
        }
        offset = index
        return nil
    }

    private func numberAdvice(_ text: String) -> String {
        let lowered = text.lowercased()
        if lowered.hasPrefix("+") { return "leave out the “+”" }
        if lowered.hasPrefix(".") || lowered.hasPrefix("-.") { return "write a digit before the “.”" }
        if lowered.contains("inf") || lowered.contains("nan") { return "use null, or a string" }
        if lowered.hasPrefix("0x") || lowered.hasPrefix("-0x") { return "write it in decimal, or as a string" }
        if lowered.contains("_") { return "leave out the “_”" }
        if lowered.hasSuffix(".") { return "write a digit after the “.”, or leave out the “.”" }
        let digits = lowered.drop { $0 == "-" }
        if digits.count > 1, digits.allSatisfy(\.isNumber) { return "leave out its leading zeros, or make it a string" }
        if let last = lowered.last, "e+-".contains(last) { return "write digits after the “\(text.suffix(1))”" }
        return "put it between double quotes if it is text"
    }

    /// Reads a bare word, a string in wrong quotes or other text in place of a value; reports it unless it is `true`,
    /// `false` or `null`.
    mutating func readOtherValue() {
        if readWrongQuotes(asName: false) {
            expectation = .next
            return
        }
        if sees("...") || sees("…") { return readEllipsis() }
        guard isWordByte(bytes[offset]) else { return reportUnexpected("a value") }
        let start = offset
        while let byte = peek(), isWordByte(byte) { offset += 1 }
        let word = String(decoding: bytes[start..<offset], as: UTF8.self)
        expectation = .next
        if ["true", "false", "null"].contains(word) { return }
        // The fault is at the first letter that differs from the literal.
        let literal = ["true", "false", "null"].first { $0.utf8.first == word.utf8.first }
        let common = zip(word.utf8, (literal ?? "").utf8).prefix { $0 == $1 }.count
        report("literal", (start + common)..<max(offset, start + common), wordAdvice(word))
        // A call or a qualified name shows that the text is code, not data.
        if peek() == UInt8(ascii: "(") || peek() == UInt8(ascii: ".") { stop() }
    }

    private func wordAdvice(_ word: String) -> String {
        switch word.lowercased() {
        case "true", "false", "null": "“\(word)” must be written in lower case: \(word.lowercased())."
        case "none", "nil", "undefined": "“\(word)” is not JSON; write null."
        case "nan", "infinity", "inf": "“\(word)” is not a JSON number; write null, or a string."
        case "yes", "on": "“\(word)” is not JSON; write true, or put it between double quotes."
        case "no", "off": "“\(word)” is not JSON; write false, or put it between double quotes."
        default:
            if let near = Suggestion.nearest(to: word, among: ["true", "false", "null"]) {
                "“\(word)” is not JSON; did you mean \(near)?"
            } else {
                "“\(word.prefix(40))” is not a JSON value; put text between double quotes."
            }
        }
    }

    /// Reads a member's name that does not begin with a double quote, and reports it.
    mutating func readOtherName() {
        nameItem(nil)
        if readWrongQuotes(asName: true) {
            expectation = .colon
            return
        }
        if sees("...") || sees("…") { return readEllipsis() }
        guard isWordByte(bytes[offset]) || bytes[offset] >= 0x80 && scalar(at: offset) != nil else {
            return reportUnexpected("a name in double quotes or “}”")
        }
        let start = offset
        while let byte = peek(), isWordByte(byte) || byte >= 0x80 || byte == UInt8(ascii: "-") { offset += 1 }
        let word = String(decoding: bytes[start..<offset], as: UTF8.self)
        nameItem(Array(word.utf8))
        report("unquoted-name", start..<offset, "Names need double quotes; write `\"\(word.prefix(40))\"`.")
        expectation = .colon
    }

    private mutating func readEllipsis() {
        // “...” and “…” are three bytes each.
        report(
            "unexpected", offset..<(offset + 3),
            "Found “...”, which seems to replace omitted text. Write out the whole text, or remove “...”.")
        offset += 3
        expectation = .next
        mayLackComma = true
    }

    private mutating func reportUnexpected(_ expected: String) {
        defer { stop() }
        let place = characterRange(at: offset)
        guard peek() != 0 else { return reportNUL() }
        guard scalar(at: offset) != nil else {
            // Outside strings a multi-byte sequence is invalid from its first byte.
            let isUTF16 = sees("\u{FEFF}") || bytes[offset] >= 0xFE
            return report(
                "encoding", place,
                isUTF16
                    ? "The text is not UTF-8; it seems to be UTF-16. Save it as UTF-8."
                    : "Found a byte that is not UTF-8 where \(expected) was expected; save the text as UTF-8.")
        }
        report("unexpected", place, "Found \(found) where \(expected) was expected.")
    }

    private mutating func reportNUL() {
        let isUTF16 = bytes.prefix(4).contains(0)
        report(
            "nul", offset..<(offset + 1),
            isUTF16
                ? "Found a zero byte; the text seems to be UTF-16. Save it as UTF-8."
                : "Found a zero byte, which no JSON text may have; remove it.")
    }
}
