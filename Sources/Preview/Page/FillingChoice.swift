/// With what a form or a questionnaire is filled when it is opened.
package enum FillingChoice: Sendable, Hashable {
    /// Data made from the document: valid, complete, always the same.
    case test
    /// Data that were saved under this name.
    case saved(String)

    /// What an address says: `fill=test`, or `filling` with a name of at most 400 bytes; a menu of all of them says
    /// `fill=saved:` with the name.
    init?(test: String?, name: String?) {
        let prefix = "saved:"
        let chosen = test.flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
        if test == "test" {
            self = .test
        } else if let name = chosen ?? name, !name.isEmpty, name.utf8.count <= 400 {
            self = .saved(name)
        } else {
            return nil
        }
    }
}
