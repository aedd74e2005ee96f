/// The layout direction; `auto` follows the chosen language, or else the document's texts.
package enum Direction: String, Sendable, CaseIterable {
    case auto, ltr, rtl

    /// Creates the direction of a language.
    init(language: String) {
        let primary = language.lowercased().prefix { $0 != "-" }
        self = ["ar", "fa", "he", "ur", "ckb", "ps", "ug", "yi", "dv"].contains(primary) ? .rtl : .ltr
    }
}
