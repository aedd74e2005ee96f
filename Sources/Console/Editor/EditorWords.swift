/// The texts of the editor in English.
enum EditorWords {
    static let byteOrderMark = """
        The text begins with a byte order mark, which nobody sees and some readers stumble over.
        """
    static let removeByteOrderMark = "Remove it"
    static let envelope = "This is the whole answer of a server: the document stands in its `data`."
    static let unwrap = "Keep the document alone"
    static let typography = "Pasting has changed quotes or spaces into typographic ones, which JSON does not know."
    static let straighten = "Change them back"
    static let reversed =
        "Right-to-left texts that share a line are shown in reverse order. Put each value on its own line to read them in order."
    static let format = "Format"
    static let showingEarlier = "Syntax error: showing the earlier text"

    static func showing(revision number: Int) -> String { "Syntax error: showing revision \(number)" }
}
