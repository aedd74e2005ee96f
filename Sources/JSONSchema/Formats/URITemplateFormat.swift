/// The format of URI templates (RFC 6570, section 2).
enum URITemplateFormat {
    static func accepts(_ text: [UInt8]) -> Bool {
        var rest = text[...]
        while let byte = rest.first {
            if byte == 0x7B {
                guard let end = rest.firstIndex(of: 0x7D), isExpression(rest[(rest.startIndex + 1)..<end]) else {
                    return false
                }
                rest = rest[(end + 1)...]
            } else if byte == 0x25 {
                guard isEscape(rest) else { return false }
                rest = rest.dropFirst(3)
            } else {
                guard isLiteral(byte) else { return false }
                rest.removeFirst()
            }
        }
        return true
    }

    private static func isLiteral(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && !forbidden.contains(byte)
    }

    private static let forbidden = Set("\"%<>\\^`{|}".utf8)

    private static func isExpression(_ text: ArraySlice<UInt8>) -> Bool {
        let operators = Set("+#./;?&=,!@|".utf8)
        let list = text.first.map(operators.contains) == true ? text.dropFirst() : text
        return list.split(separator: 0x2C, omittingEmptySubsequences: false).allSatisfy(isVariable)
    }

    private static func isVariable(_ text: ArraySlice<UInt8>) -> Bool {
        var name = text
        if name.last == 0x2A {
            name.removeLast()
        } else if let colon = name.firstIndex(of: 0x3A) {
            let length = name[(colon + 1)...]
            guard length.count <= 4, length.first != 0x30, ASCII.number(length) != nil else { return false }
            name = name[..<colon]
        }
        return name.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy(isName)
    }

    private static func isName(_ text: ArraySlice<UInt8>) -> Bool {
        if text.isEmpty { return false }
        var rest = text
        while let byte = rest.first {
            if byte == 0x25 {
                guard isEscape(rest) else { return false }
                rest = rest.dropFirst(3)
            } else {
                guard ASCII.isAlphanumeric(byte) || byte == 0x5F else { return false }
                rest.removeFirst()
            }
        }
        return true
    }

    private static func isEscape(_ text: ArraySlice<UInt8>) -> Bool {
        text.count >= 3 && text.dropFirst().prefix(2).allSatisfy(ASCII.isHexadecimal)
    }
}
