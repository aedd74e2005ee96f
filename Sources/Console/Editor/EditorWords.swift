/// The texts about repairs of the editor's text, about characters that could not be read, about lines that the editor
/// shows in reverse order, and about a preview that shows another text.
enum EditorWords {
    static var byteOrderMark: String { Texts["editor.the-text-begins-with-an-invisible"] }
    static var removeByteOrderMark: String { Texts["editor.remove-it"] }
    static var unwrap: String { Texts["editor.keep-only-the-document"] }
    static var codeBlock: String { Texts["editor.the-text-is-a-code-block"] }
    static var removeFences: String { Texts["editor.remove-these-lines"] }
    static var typography: String { Texts["editor.pasting-changed-quotes-or-spaces-into"] }
    static var straighten: String { Texts["editor.change-them-back"] }
    static var reversed: String { Texts["editor.several-right-to-left-texts-on"] }
    static var format: String { Texts["editor.format"] }
    static var showingEarlier: String { Texts["editor.syntax-error-showing-the-previous-text"] }

    /// `member` is the path of the document in the response, such as `data` or `data.result`.
    static func envelope(_ member: String) -> String {
        Texts["editor.this-is-a-whole-server-response", ["member": member]]
    }

    static func unreadable(line: Int) -> String { Texts["editor.unreadable-characters", ["line": line]] }

    static func reversedMember(line: Int) -> String { Texts["editor.right-to-left-name", ["line": line]] }

    static func showing(revision number: Int) -> String {
        Texts["editor.syntax-error-showing-revision", ["number": number]]
    }
}
