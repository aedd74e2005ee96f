/// The duration format of RFC 3339, appendix A.
enum DurationFormat {
    /// Returns true if the units follow each other without gaps: `P1Y2M3DT4H5M6S` and `P2W`, but not `P1Y2D`.
    static func accepts(_ text: [UInt8]) -> Bool {
        guard text.first == 0x50 else { return false }
        let parts = text.dropFirst().split(separator: 0x54, omittingEmptySubsequences: false)
        guard let date = parts.first, parts.count <= 2 else { return false }
        guard parts.count == 2 else { return units(date) == [0x57] || isRun(units(date), of: [0x59, 0x4D, 0x44]) }
        return (date.isEmpty || isRun(units(date), of: [0x59, 0x4D, 0x44]))
            && isRun(units(parts[1]), of: [0x48, 0x4D, 0x53])
    }

    /// Returns the unit letters after the numbers; nil for any other text.
    private static func units(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var units: [UInt8] = []
        var rest = text
        while !rest.isEmpty {
            let digits = rest.prefix(while: ASCII.isDigit)
            rest = rest.dropFirst(digits.count)
            guard !digits.isEmpty, let unit = rest.popFirst() else { return nil }
            units.append(unit)
        }
        return units
    }

    private static func isRun(_ units: [UInt8]?, of all: [UInt8]) -> Bool {
        guard let units, let first = units.first, let start = all.firstIndex(of: first) else { return false }
        return all[start...].starts(with: units)
    }
}
