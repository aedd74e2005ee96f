import Foundation
package import JSONText

/// The visual meaning of an enum value.
package enum DesignToken: Sendable, Hashable {
    /// No appearance of its own, only a class name.
    case none
    /// Two CSS colors.
    case color(light: String, dark: String)
    /// A length in CSS pixels.
    case length(Double)
    /// A font with sizes in CSS pixels, the font size at least 6, and a weight from 100 to 900.
    case font(size: Double, lineHeight: Double?, weight: Int?, spacing: Double?)

    /// The greatest absolute value of a number in a token, in CSS pixels, so that a token cannot make an element cover
    /// the whole page.
    package static let greatest = 4_096

    /// Reads a `token` of `x-enum`: a color in hexadecimal notation, a length, or a font; `none` for other values.
    /// Numbers beyond ±`greatest`, including those in texts, are ignored.
    package init(_ value: JSONValue?) {
        self = value.flatMap(DesignToken.read) ?? .none
    }

    private static func read(_ value: JSONValue) -> DesignToken? {
        switch value.kind {
        case .string:
            guard let text = value.string else { return nil }
            if let color = color(text) { return .color(light: color, dark: color) }
            return length(text).map(DesignToken.length)
        case .number:
            return value.number?.double.flatMap(number).map(DesignToken.length)
        case .object:
            return member(of: value)
        default:
            return nil
        }
    }

    private static func member(of value: JSONValue) -> DesignToken? {
        if let light = value["light"]?.string.flatMap(color) {
            return .color(light: light, dark: value["dark"]?.string.flatMap(color) ?? light)
        }
        if let color = value["color"]?.string.flatMap(color) ?? value["value"]?.string.flatMap(color) {
            return .color(light: color, dark: color)
        }
        if let size = first(["fontSize", "size"], of: value), first(["px", "width"], of: value) == nil {
            let isFont = ["fontSize", "lineHeight", "weight", "fontWeight"].contains { value[$0] != nil }
            guard isFont else { return .length(size) }
            return .font(
                size: max(6, size), lineHeight: first(["lineHeight"], of: value),
                weight: first(["fontWeight", "weight"], of: value).map { min(900, max(100, Int($0))) },
                spacing: first(["letterSpacing", "tracking"], of: value))
        }
        return first(["px", "points", "pt", "dp", "value", "height", "width", "radius"], of: value).map(
            DesignToken.length)
    }

    private static func first(_ names: [String], of value: JSONValue) -> Double? {
        for name in names {
            guard let member = value[name] else { continue }
            if let number = member.number?.double.flatMap(number) { return number }
            if let text = member.string {
                if let length = length(text) { return length }
                let weights: [String: Double] = ["regular": 400, "medium": 500, "semibold": 600, "bold": 700]
                if let weight = weights[text] { return weight }
            }
        }
        return nil
    }

    /// Returns a number if it is finite and its absolute value is at most `greatest`, or nil.
    private static func number(_ value: Double) -> Double? {
        value.isFinite && abs(value) <= Double(greatest) ? value : nil
    }

    /// Parses `12`, `12px`, `12pt` or `12dp`.
    private static func length(_ text: String) -> Double? {
        guard let match = text.wholeMatch(of: #/(-?[0-9]{1,4}(?:\.[0-9]{1,3})?)(?:px|pt|dp)?/#) else { return nil }
        return Double(match.output.1).flatMap(number)
    }

    /// Returns `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa` in lower case; nil for other texts.
    private static func color(_ text: String) -> String? {
        guard text.utf8.first == UInt8(ascii: "#"), [4, 5, 7, 9].contains(text.utf8.count),
            text.utf8.dropFirst().allSatisfy({ byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
            })
        else { return nil }
        return text.lowercased()
    }
}
