import JSONText

/// The appearance of a module in a transition: the transition's own settings, which take precedence, and those that the
/// module declares for transitions of the same kind.
struct FlowAppearance {
    private let parts: [JSONValue]

    init(_ connection: FlowConnection, module: FlowModule?) {
        let own = connection.kind.flatMap { module?.appearance?[$0.rawValue] }
        parts = [connection.appearance, own].compactMap(\.self)
    }

    /// Returns a setting as text, cut to 40 characters.
    func text(_ name: String) -> String? {
        parts.lazy.compactMap { $0[name] }.first.map { $0.string ?? $0.rawText }.map { String($0.prefix(40)) }
    }

    /// Returns the class that sets `--flow-tint` to the color in the setting `name` and `--flow-on-tint` to a readable
    /// color on it, and adds its rules to the page; nil if the setting is missing or no enumeration defines its color.
    func tint(_ name: String, drawing: Drawing) -> String? {
        guard let word = text(name) else { return nil }
        return Self.tint(word, drawing: drawing)
    }

    /// Returns the class for a color, by its name in an enumeration of the schemas; nil if no enumeration defines it.
    static func tint(_ word: String, drawing: Drawing) -> String? {
        for enumeration in drawing.vocabulary.enumerations {
            guard case .color(let light, let dark) = enumeration.enumValues[word] ?? .none else { continue }
            let name = StyleSheet.className(word)
            let variable = "--\(StyleSheet.className(enumeration.name))-\(name)"
            drawing.add(
                rules: """
                    .flow-tint-\(name){--flow-tint:var(\(variable));--flow-on-tint:\(ink(on: light))}\
                    [data-theme=dark] .flow-tint-\(name){--flow-on-tint:\(ink(on: dark))}
                    """)
            return "flow-tint-\(name)"
        }
        return nil
    }

    /// Returns black or white, whichever has more contrast with a color in hexadecimal notation, without regard to its
    /// opacity (WCAG 2.2).
    private static func ink(on color: String) -> String {
        var digits = color.dropFirst().compactMap(\.hexDigitValue)
        if digits.count < 6 { digits = digits.flatMap { [$0, $0] } }
        guard digits.count >= 6 else { return "#fff" }
        let channels = [0, 2, 4].map { place -> Double in
            let level = Double(digits[place] * 16 + digits[place + 1]) / 255
            // The sRGB transfer function, with its exponent 2.4 approximated as 2.5.
            return level <= 0.04045 ? level / 12.92 : linear(level)
        }
        let luminance = 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
        return luminance > 0.179 ? "#000" : "#fff"
    }

    private static func linear(_ level: Double) -> Double {
        let base = (level + 0.055) / 1.055
        return base * base * base.squareRoot()
    }
}
