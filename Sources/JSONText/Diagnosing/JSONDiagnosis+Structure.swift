extension JSONDiagnosis {
    /// Reads the beginning of a value, or all of it if it is neither an object nor an array.
    mutating func readValue(after predecessor: Predecessor) {
        endOfString = nil
        switch bytes[offset] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): openContainer()
        case UInt8(ascii: "\""):
            _ = readString()
            endOfString = offset
            expectation = .next
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
            readNumber()
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"):
            readMissingValue(after: predecessor)
        default: readOtherValue()
        }
    }

    private mutating func openContainer() {
        guard open.count < limits.maximumDepth else {
            report(
                "depth", offset..<(offset + 1),
                "This \(found) is nested more than \(limits.maximumDepth) levels deep; remove some levels.")
            return stop()
        }
        let isObject = bytes[offset] == UInt8(ascii: "{")
        open.append(Container(isObject: isObject, offset: offset, item: isObject ? nil : "0"))
        readsItem = false
        offset += 1
        if isObject {
            expectation = .name(after: .bracket)
        } else if skipBlank(), peek() == UInt8(ascii: "]") {
            close()
        } else {
            expectation = .value(after: .bracket)
        }
    }

    /// Reports a comma, colon or closing bracket where a value was expected.
    private mutating func readMissingValue(after predecessor: Predecessor) {
        let place = offset..<(offset + 1)
        let isClosing = peek() == UInt8(ascii: "]") || peek() == UInt8(ascii: "}")
        if isClosing, open.last?.isObject == false { readsItem = false }
        switch predecessor {
        case .comma where isClosing: return readTrailingComma()
        case .bracket where isClosing: return readClosing()
        case .comma where peek() == UInt8(ascii: ","):
            report("missing-value", place, "There are two commas with nothing between them; remove one.")
        case .colon:
            report("missing-value", place, "Found \(found) where the value after “:” was expected.")
        case .start:
            report("missing-value", place, "Found \(found) where a JSON value was expected, such as “{”.")
            return stop()
        case .bracket, .comma:
            report(
                "missing-value", place,
                "Found \(found) where a value was expected; remove it or write a value before it.")
        }
        // Continues as if the value were present.
        if peek() == UInt8(ascii: ":") { return stop() }
        expectation = .next
    }

    private mutating func readTrailingComma() {
        guard let container = open.last, found == "“\(container.closer)”" else { return readClosing() }
        report(
            "trailing-comma", offset..<(offset + 1),
            "There is a comma before this “\(container.closer)”, but nothing follows it; remove the comma.")
        close()
    }

    /// Reads a member's name, or the closing bracket in its place.
    mutating func readName(after predecessor: Predecessor) {
        let start = offset
        switch bytes[offset] {
        case UInt8(ascii: "\""):
            guard let name = readString() else { return }
            nameItem(name)
            checkDuplicate(name, start..<offset)
            expectation = .colon
        case UInt8(ascii: "}"):
            if case .comma = predecessor { readTrailingComma() } else { close() }
        case UInt8(ascii: ","):
            report("missing-value", start..<(start + 1), "There is an extra comma here; remove it.")
            offset += 1
            expectation = .name(after: .bracket)
        case UInt8(ascii: "]"): readClosing()
        default: readOtherName()
        }
    }

    /// Stores the name of the current member; nil if it cannot be known.
    mutating func nameItem(_ name: [UInt8]?) {
        guard !open.isEmpty else { return }
        open[open.count - 1].item = name.map { String(decoding: $0, as: UTF8.self) }
        readsItem = name != nil
    }

    private mutating func checkDuplicate(_ name: [UInt8], _ range: Range<Int>) {
        guard !open.isEmpty else { return }
        guard let before = open[open.count - 1].names.updateValue((range.lowerBound, 1), forKey: name) else { return }
        let count = before.count + 1
        open[open.count - 1].names[name] = (before.first, count)
        report(
            "duplicate-name", range,
            "“\(String(decoding: name, as: UTF8.self).excerpt())” occurs \(count == 2 ? "twice" : "\(count) times") in "
                + "this object, first on line \(line(of: before.first)); remove or rename one of them.")
    }

    /// Reads the colon after a member's name.
    mutating func readColon() {
        let place = offset..<(offset + 1)
        switch bytes[offset] {
        case UInt8(ascii: ":"):
            offset += 1
        case UInt8(ascii: "="):
            report("missing-colon", place, "Found “=” where “:” was expected; a name and its value are joined by “:”.")
            offset += sees("=>") ? 2 : 1
        case UInt8(ascii: ","), UInt8(ascii: "}"):
            report("missing-value", place, "Found \(found) where “:” and a value were expected.")
            expectation = .next
            return
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            report(
                "missing-colon", place,
                "Found \(found) where “:” was expected; put “:” between the name and its value.")
        default:
            report("missing-colon", place, "Found \(found) where “:” was expected after the name.")
            return stop()
        }
        expectation = .value(after: .colon)
    }

    /// Reads the comma or closing bracket after a value.
    mutating func readNext() {
        let forgivesComma = mayLackComma
        mayLackComma = false
        guard let container = open.last else { return reportTrailingText() }
        let place = offset..<(offset + 1)
        switch bytes[offset] {
        case UInt8(ascii: ","):
            offset += 1
            countItem()
            expectation = container.isObject ? .name(after: .comma) : .value(after: .comma)
        case UInt8(ascii: "]"), UInt8(ascii: "}"): readClosing()
        case UInt8(ascii: ";"):
            report("missing-comma", place, "Found “;” where a comma was expected; write “,” instead.")
            offset += 1
            countItem()
            expectation = container.isObject ? .name(after: .bracket) : .value(after: .bracket)
        case UInt8(ascii: ":") where !container.isObject:
            report(
                "missing-comma", place,
                "Found “:” in an array; names and values belong in an object, between “{” and “}”.")
            stop()
        default:
            if endOfString == offset, readUnescapedQuote() { return }
            guard beginsItem(inObject: container.isObject) else {
                report(
                    "unexpected", characterRange(at: offset),
                    "Found \(found) where “,” or “\(container.closer)” was expected; the “\(container.opener)” is on line "
                        + "\(line(of: container.offset)).")
                return stop()
            }
            if !forgivesComma {
                report(
                    "missing-comma", characterRange(at: offset),
                    "Found \(found) where “,” or “\(container.closer)” was expected; "
                        + "a comma is missing before it.")
            }
            countItem()
            expectation = container.isObject ? .name(after: .bracket) : .value(after: .bracket)
        }
    }

    /// Begins the next item of the innermost container; a member's name is still unknown.
    private mutating func countItem() {
        guard let container = open.last else { return }
        open[open.count - 1].count += 1
        open[open.count - 1].item = container.isObject ? nil : String(container.count + 1)
    }

    /// Returns true if the text at the offset could follow a comma.
    private func beginsItem(inObject isObject: Bool) -> Bool {
        let byte = bytes[offset]
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return true }
        if isObject {
            // A bare word counts as a name only if a colon follows.
            guard isWordByte(byte) else { return false }
            var end = offset
            while end < bytes.count, isWordByte(bytes[end]) { end += 1 }
            while end < bytes.count, bytes[end] == 0x20 { end += 1 }
            return end < bytes.count && bytes[end] == UInt8(ascii: ":")
        }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return true
        default: return sees("true") || sees("false") || sees("null")
        }
    }

    /// Reads a closing bracket and reports a wrong one.
    mutating func readClosing() {
        guard let container = open.last else { return reportTrailingText() }
        if found == "“\(container.closer)”" { return close() }
        if !doubtsBrackets {
            report(
                "mismatched-bracket", offset..<(offset + 1),
                "Found \(found), but the “\(container.opener)” on line \(line(of: container.offset)) "
                    + "must be closed by “\(container.closer)” first.")
        }
        doubtsBrackets = true
        let isObject = bytes[offset] == UInt8(ascii: "}")
        guard let matching = open.lastIndex(where: { $0.isObject == isObject }) else { return stop() }
        open.removeSubrange((matching + 1)...)
        close()
    }

    private mutating func close() {
        offset += 1
        open.removeLast()
        endOfString = nil
        expectation = .next
    }

    private mutating func reportTrailingText() {
        defer { stop() }
        if doubtsBrackets { return }
        let message =
            switch bytes[offset] {
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                "This \(found) closes nothing: every bracket is closed already; remove it."
            case UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
                "The JSON value has ended, but \(found) follows; remove it, or put several values into an array, "
                    + "“[ … ]”."
            default: "The JSON value has ended, but \(found) follows; remove what comes after the value."
            }
        report("trailing-text", characterRange(at: offset), message)
    }

    /// Reports that the text ends before the value does.
    mutating func reportEnd() {
        defer { stop() }
        if doubtsBrackets { return }
        readsItem = false
        let place = bytes.count..<bytes.count
        guard let container = open.last else {
            // A text of only a byte order mark (EF BB BF) also counts as blank.
            let isBlank = bytes.count == 0 || bytes.count == 3 && bytes[0] == 0xEF
            return report(
                "empty", isBlank ? 0..<0 : place, "The text is empty; a JSON value was expected, such as “{ }”.")
        }
        var message =
            "The text ends, but the “\(container.opener)” on line \(line(of: container.offset)) is not closed; "
            + "“\(container.closer)” is missing"
        if open.count > 1 {
            let closers = open.reversed().prefix(8).map(\.closer).joined()
            message += "; to close everything, write “\(closers)\(open.count > 8 ? "…" : "")”"
        }
        report("unclosed", place, message + ".")
    }

    func line(of offset: Int) -> Int { lines.position(at: offset).line }
}
