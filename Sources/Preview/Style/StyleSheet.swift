/// The styles of one page in addition to the style sheet of all pages: tokens as custom properties, a rule for every
/// token used, and the styles of the templates used.
///
/// For the property `backgroundColor` with the value `accent` of the enumeration `Color`, the element gets the class
/// `backgroundColor-accent`, whose rule sets `--backgroundColor` to `var(--Color-accent)`. The rule of a length sets
/// the custom property to the length; the rule of a font sets `font-size` and the other font properties themselves. An
/// element's custom properties are not inherited, so that it never gets those of its container.
struct StyleSheet {
    private var properties: Set<String> = []
    private var rules: Set<String> = []
    private var ruleOrder: [String] = []
    private var templates: Set<String> = []
    private var templateStyles: [String] = []

    /// Adds the styles of a template, once.
    mutating func use(_ template: ElementTemplate, of name: String) {
        guard !template.style.isEmpty, templates.insert(name).inserted else { return }
        templateStyles.append(template.style)
    }

    /// Adds the rule of an enum value's token for elements of one name with this class.
    mutating func use(
        _ token: DesignToken, of element: String, className: String, property: String, enumeration: String, word: String
    ) {
        let selector = ".\(element).\(className)"
        switch token {
        case .none:
            return
        case .color:
            declare(property, "\(selector){--\(property):var(--\(enumeration)-\(word))}")
        case .length(let length):
            declare(property, "\(selector){--\(property):\(Self.number(length))px}")
        case .font(let size, let lineHeight, let weight, let spacing):
            var font = "font-size:\(Self.number(size / 16))rem"
            if let lineHeight { font += ";line-height:\(Self.number(lineHeight / size))" }
            if let weight { font += ";font-weight:\(weight)" }
            if let spacing { font += ";letter-spacing:\(Self.number(spacing / size))em" }
            add("\(selector){\(font)}")
        }
    }

    /// Adds other CSS rules.
    mutating func add(rules: String) { ruleOrder.append(rules) }

    private mutating func declare(_ property: String, _ rule: String) {
        properties.insert(property)
        add(rule)
    }

    private mutating func add(_ rule: String) {
        if rules.insert(rule).inserted { ruleOrder.append(rule) }
    }

    /// The styles as CSS.
    var text: String {
        let declared = properties.sorted().map { "@property --\($0){syntax:\"*\";inherits:false}" }
        return (declared + templateStyles + ruleOrder).joined(separator: "\n")
    }

    /// Returns custom properties for the colors of all enumerations in both themes, and for their lengths.
    static func palette(_ vocabulary: Vocabulary) -> String {
        var light = "", dark = ""
        for enumeration in vocabulary.enumerations {
            for (word, token) in enumeration.enumValues.sorted(by: { $0.key < $1.key }) {
                let name = "--\(className(enumeration.name))-\(className(word))"
                switch token {
                case .color(let bright, let dim):
                    light += "\(name):\(bright);"
                    dark += "\(name):\(dim);"
                case .length(let length):
                    light += "\(name):\(number(length))px;"
                case .font, .none:
                    break
                }
            }
        }
        return ":root{\(light)}\n[data-theme=dark]{\(dark)}"
    }

    /// Returns a word as part of a class or custom property name: ASCII letters, digits, underscores and hyphens, at
    /// most 80. Every other byte becomes a hyphen.
    static func className(_ word: String) -> String {
        let bytes = word.utf8.prefix(80).map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                byte
            default: UInt8(ascii: "-")
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a number in CSS notation: at most four decimals, no exponent, clamped to a million.
    static func number(_ value: Double) -> String {
        let scaled = (Double(bounding: value) * 10_000).rounded() / 10_000
        return scaled == scaled.rounded() ? String(Int(scaled)) : String(scaled)
    }
}
