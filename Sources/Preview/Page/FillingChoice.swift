/// The data that a form or questionnaire is filled with when it opens.
package enum FillingChoice: Sendable, Hashable {
    /// Data generated from the document, which are valid and complete as far as possible.
    case test
    /// Data saved under this name.
    case saved(String)

    /// Reads items of the URL's query: `fill=test`, or `filling` with a name of at most 400 bytes; a menu of all
    /// choices sends `fill=saved:` with the name. Nil for other values.
    init?(fill: String?, name: String?) {
        let prefix = "saved:"
        let chosen = fill.flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
        if fill == "test" {
            self = .test
        } else if let name = chosen ?? name, !name.isEmpty, name.utf8.count <= 400 {
            self = .saved(name)
        } else {
            return nil
        }
    }
}
