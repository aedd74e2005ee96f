extension JSONDiagnosis {
    /// A fault in a string; a fault of the grammar takes precedence over a lone surrogate.
    private struct Fault {
        let code: String
        let range: Range<Int>
        let message: String
    }

    /// Reads a string from its opening quote and reports at most one fault of it.
    ///
    /// Returns the decoded bytes, without faulty escapes and control characters; nil if the text ends inside the
    /// string, which stops reading.
    mutating func readString() -> [UInt8]? {
        let start = offset
        var fault: Fault?
        var surrogate: Fault?
        // Looking ahead at every line break would take quadratic time.
        var hasLookedAhead = false
        var content: [UInt8] = []
        offset += 1
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                if let fault = fault ?? surrogate { report(fault.code, fault.range, fault.message) }
                return content
            case UInt8(ascii: "\\"):
                let escape = offset
                if let found = readEscape() {
                    if found.code == "lone-surrogate" { surrogate = surrogate ?? found } else { fault = fault ?? found }
                } else {
                    content += Unescape.bytes(bytes.span, escape..<offset)
                }
            case 0x0A, 0x0D:
                if !hasLookedAhead, endsWithoutQuote() {
                    let range = offset..<(offset + 1)
                    if fault == nil { fault = unclosedString(from: start, range) }
                    if let fault { report(fault.code, fault.range, fault.message) }
                    mayLackComma = true
                    return content
                }
                hasLookedAhead = true
                fault = fault ?? controlCharacter()
                offset += 1
            case 0..<0x20:
                fault = fault ?? controlCharacter()
                offset += 1
            case 0..<0x80:
                content.append(byte)
                offset += 1
            default:
                let length = UTF8Sequence.length(bytes.span, at: offset)
                if length == 0, !hasReportedEncoding {
                    hasReportedEncoding = true
                    fault = fault ?? encodingFault()
                }
                content += bytes[offset..<(offset + max(1, length))]
                offset += max(1, length)
            }
        }
        let end = fault ?? unclosedString(from: start, bytes.count..<bytes.count)
        report(end.code, end.range, end.message)
        stop()
        return nil
    }

    private func unclosedString(from start: Int, _ range: Range<Int>) -> Fault {
        Fault(
            code: "unclosed-string", range: range,
            message: "The string that begins on line \(line(of: start)), column \(lines.position(at: start).column), "
                + "is not closed; its “\"” is missing.")
    }

    /// Returns true if a line break inside a string is likely the place of a missing closing quote: only white space
    /// and JSON punctuation come before the next quote or the end of the text.
    private func endsWithoutQuote() -> Bool {
        var index = offset
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            guard " \t\r\n{}[],:".utf8.contains(bytes[index]) else { return false }
            index += 1
        }
        return index > offset
    }

    private func controlCharacter() -> Fault {
        let byte = bytes[offset]
        let (name, cure) =
            switch byte {
            case 0: ("zero byte", "remove it")
            case 0x09: ("tab", "write “\\t”")
            case 0x0A, 0x0D: ("line break", "write “\\n”, or close the string before it")
            default: ("control character \(hexadecimal(UInt32(byte)))", "remove it")
            }
        return Fault(
            code: byte == 0 ? "nul" : "control-character", range: offset..<(offset + 1),
            message: "A string must not contain a \(name); \(cure).")
    }

    private func encodingFault() -> Fault {
        // The fault is at the byte that cannot follow those before it.
        var valid = 0
        while valid < 3, offset + valid < bytes.count, isSequencePrefix(offset..<(offset + valid + 1)) { valid += 1 }
        let place = min(offset + valid, bytes.count)
        return Fault(
            code: "invalid-utf8", range: place..<min(place + 1, bytes.count),
            message: "There is a byte here that is not UTF-8; save the text as UTF-8.")
    }

    /// Returns true if the bytes can begin a sequence of UTF-8. Which second bytes are valid depends on the first byte,
    /// so one of each allowed range is tried.
    private func isSequencePrefix(_ range: Range<Int>) -> Bool {
        let prefix = Array(bytes[range])
        for last in [0x80, 0x8F, 0x90, 0xA0, 0xBF] as [UInt8] {
            for length in prefix.count...4 {
                let filler = [UInt8](repeating: last, count: max(0, min(length, 2) - prefix.count))
                let rest = [UInt8](repeating: 0x80, count: max(0, length - prefix.count - filler.count))
                if length > 1, UTF8Sequence.length((prefix + filler + rest).span, at: 0) == length { return true }
            }
        }
        return false
    }

    /// Skips an escape; returns its fault, or nil if it is valid or the text ends after the backslash.
    private mutating func readEscape() -> Fault? {
        guard let kind = peek(1) else {
            offset += 1
            return nil
        }
        let place = characterRange(at: offset + 1)
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset += 2
            return nil
        case UInt8(ascii: "u"): return readUnicodeEscape()
        case 0..<0x20, 0x80...:
            // The byte is read again as an ordinary character.
            offset += 1
            return Fault(
                code: "escape", range: place,
                message: "A single “\\” is not allowed in a string; for a backslash write “\\\\”.")
        default:
            let character = String(decoding: [kind], as: UTF8.self)
            offset += 2
            let cure = kind == UInt8(ascii: "'") ? "write “'” alone" : "for a backslash write “\\\\”"
            return Fault(
                code: "escape", range: place, message: "“\\\(character)” is not an escape sequence of JSON; \(cure).")
        }
    }

    private mutating func readUnicodeEscape() -> Fault? {
        let start = offset
        offset += 2
        let end = start + 6
        while offset < end, let byte = peek(), Scan.hexadecimalValue(byte) != nil { offset += 1 }
        guard offset == end else {
            return Fault(
                code: "escape", range: characterRange(at: offset),
                message: "“\\u” must be followed by four hexadecimal digits, as in “\\u00e9”.")
        }
        guard let unit = Scan.codeUnit(bytes.span, at: start), unit & 0xF800 == 0xD800 else { return nil }
        if unit < 0xDC00, let low = Scan.codeUnit(bytes.span, at: end), low & 0xFC00 == 0xDC00 {
            offset = end + 6
            return nil
        }
        return Fault(
            code: "lone-surrogate", range: start..<end,
            message: "“\(String(decoding: bytes[start..<end], as: UTF8.self))” is half of a character; "
                + "its other half is missing. Write the character itself.")
    }

    /// Reads and reports a string in quotes that JSON does not allow; returns false if there is none here. Stops
    /// reading if the string is not closed on its line, and at a code fence of Markdown.
    mutating func readWrongQuotes(asName: Bool) -> Bool {
        guard let opening = scalar(at: offset), "'`“”„‟‘’‚‛«»″".unicodeScalars.contains(opening) else { return false }
        if sees("```") {
            report(
                "unexpected", offset..<(offset + 3),
                "A Markdown code fence is not JSON; remove the lines that begin and end the code block.")
            stop()
            return true
        }
        let subject = asName ? "Names" : "Strings"
        let start = offset
        var end = characterRange(at: offset).upperBound
        let isASCII = opening.isASCII
        while end < bytes.count, bytes[end] != 0x0A {
            let next = characterRange(at: end)
            if bytes[end] == UInt8(ascii: "\\"), end + 1 < bytes.count {
                end = characterRange(at: end + 1).upperBound
                continue
            }
            let scalar = scalar(at: end)
            end = next.upperBound
            if scalar == opening || !isASCII && scalar.map({ "“”‘’«»″\"".unicodeScalars.contains($0) }) ?? false {
                let text = String(decoding: bytes[start..<end].prefix(40), as: UTF8.self)
                report(
                    "quotes", start..<end,
                    "\(subject) need straight double quotes (\"); found \(quoteName(opening)) around \(text).")
                offset = end
                return true
            }
        }
        report(
            "quotes", characterRange(at: start),
            "\(subject) need straight double quotes (\"); found \(quoteName(opening)).")
        stop()
        return true
    }

    private func quoteName(_ quote: Unicode.Scalar) -> String {
        switch quote {
        case "'": "single quotes"
        case "`": "backticks"
        case "«", "»": "angle quotes"
        case "″": "double primes"
        default: "curly quotes"
        }
    }

    /// Reports an unescaped quote inside a string, if a letter or a backslash follows the string's closing quote and
    /// the rest of the line has a quote that can end the string.
    ///
    /// Returns true if it reported one; reading then continues after the quote that really ends the string.
    mutating func readUnescapedQuote() -> Bool {
        guard let scalar = scalar(at: offset), scalar.properties.isAlphabetic || scalar == "\\" else {
            return false
        }
        var index = offset
        while index < bytes.count, bytes[index] != 0x0A, !closesString(index) { index += 1 }
        // Text without a closing quote on its line is another kind of fault.
        guard index < bytes.count, bytes[index] != 0x0A else { return false }
        report(
            "unescaped-quote", characterRange(at: offset),
            "The string was closed by the quote before \(found); a quote within a string is written “\\\"”.")
        offset = index + 1
        endOfString = nil
        return true
    }

    /// Returns true if there is a quote at an offset, and what comes after it can follow a value.
    private func closesString(_ index: Int) -> Bool {
        guard bytes[index] == UInt8(ascii: "\"") else { return false }
        var next = index + 1
        while next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
        return next == bytes.count || ",]}\r\n".utf8.contains(bytes[next])
    }
}
