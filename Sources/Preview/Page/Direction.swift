/// Which way the page is laid out; `auto` follows the chosen language, else the document's own texts.
package enum Direction: String, Sendable, CaseIterable {
    case auto, ltr, rtl

    /// The direction of a language tag.
    init(language: String) {
        let primary = language.lowercased().prefix { $0 != "-" }
        self = ["ar", "fa", "he", "ur", "ckb", "ps", "ug", "yi", "dv"].contains(primary) ? .rtl : .ltr
    }
}
