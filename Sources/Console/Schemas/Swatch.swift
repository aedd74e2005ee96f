import Preview

/// The appearance of a design token as attributes of an SVG drawing, because the pages' security policy forbids inline
/// styles.
struct Swatch: Sendable {
    var color: Color?
    var bar: Bar?
    var sample: TypeSample?

    /// A color in the light and in the dark theme.
    struct Color: Sendable {
        var light: String
        var dark: String
    }

    /// A length, drawn as a bar.
    struct Bar: Sendable {
        /// The width in pixels, at most that of the drawing: 160.
        var width: Int
        var label: String
    }

    /// Letters in a text style.
    struct TypeSample: Sendable {
        /// The font size in pixels, at most 48, so that the letters fit the drawing.
        var size: String
        var weight: Int
        /// The height of the drawing, and the distance of the baseline from its top, in pixels.
        var height: Int
        var baseline: Int
        var label: String
    }

    /// Creates the appearance of a token; nil if it has none.
    init?(_ token: DesignToken) {
        switch token {
        case .none: return nil
        case .color(let light, let dark): color = Color(light: light, dark: dark)
        case .length(let length):
            bar = Bar(width: Int(min(160, max(0, length)).rounded()), label: "\(Self.number(length)) px")
        case .font(let size, let lineHeight, let weight, _):
            let shown = min(48, size)
            // The drawing is 1.4 times as high as the font size, and the baseline is 1.05 font sizes below its top, so
            // that no part of a letter is cut off.
            let parts = [
                "\(Self.number(size)) px", lineHeight.map { Texts["schemas.line-height", ["value": Self.number($0)]] },
                weight.map { Texts["schemas.weight", ["value": $0]] },
            ]
            sample = TypeSample(
                size: Self.number(shown), weight: weight ?? 400, height: Int((shown * 1.4).rounded(.up)),
                baseline: Int((shown * 1.05).rounded()),
                label: parts.compactMap(\.self).joined(separator: " · "))
        }
    }

    private init() {
        color = Color(light: "#ffffff", dark: "#000000")
        bar = Bar(width: 8, label: "8 px")
        sample = TypeSample(size: "16", weight: 400, height: 23, baseline: 17, label: "16 px")
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : "\(value)"
    }

    static let sample = Swatch()
}
