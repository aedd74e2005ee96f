/// The date and time formats of RFC 3339, section 5.6.
enum DateTimeFormat {
    static func isDateTime(_ text: [UInt8]) -> Bool {
        guard text.count > 11, text[10] | 0x20 == 0x74 else { return false }
        return isDate(text[..<10]) && isTime(text[11...])
    }

    /// Returns true for a full date that exists, with regard to leap years.
    static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
        let text = Array(text)
        guard text.count == 10, text[4] == 0x2D, text[7] == 0x2D, let year = ASCII.number(text[0..<4]),
            let month = ASCII.number(text[5..<7]), let day = ASCII.number(text[8..<10]), (1...12).contains(month)
        else { return false }
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return day >= 1 && day <= lengths[month - 1]
    }

    /// Returns true for a full time; second 60 is valid only in the last minute of a UTC day.
    static func isTime(_ text: ArraySlice<UInt8>) -> Bool {
        let text = Array(text)
        guard text.count >= 9, text[2] == 0x3A, text[5] == 0x3A, let hour = ASCII.number(text[0..<2]),
            let minute = ASCII.number(text[3..<5]), let second = ASCII.number(text[6..<8]), hour <= 23, minute <= 59,
            second <= 60
        else { return false }
        var rest = text[8...]
        if rest.first == 0x2E {
            let fraction = rest.dropFirst().prefix(while: ASCII.isDigit)
            if fraction.isEmpty { return false }
            rest = rest.dropFirst(fraction.count + 1)
        }
        guard let offset = offset(Array(rest)) else { return false }
        if second < 60 { return true }
        return (hour * 60 + minute - offset + 2880) % 1440 == 1439
    }

    /// Returns the offset of a time zone from UTC in minutes, or nil for an invalid zone.
    private static func offset(_ text: [UInt8]) -> Int? {
        if text.count == 1 { return text[0] | 0x20 == 0x7A ? 0 : nil }
        guard text.count == 6, text[0] == 0x2B || text[0] == 0x2D, text[3] == 0x3A,
            let hour = ASCII.number(text[1..<3]), let minute = ASCII.number(text[4..<6]), hour <= 23, minute <= 59
        else { return nil }
        return (hour * 60 + minute) * (text[0] == 0x2B ? 1 : -1)
    }
}
