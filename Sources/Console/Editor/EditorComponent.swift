import Foundation

/// The code editor CodeMirror from the Linux distribution's package. Without the package, the editor page has a plain
/// text area.
struct EditorComponent: Sendable {
    /// The URL path under which the files of CodeMirror are served.
    static let prefix = "/editor-assets/"
    /// The directory of Debian's package libjs-codemirror.
    static let directory = "/usr/share/javascript/codemirror"

    var styles: [String]
    var scripts: [String]

    /// Finds the files that the editor page loads; nil if a file is missing.
    init?(in directory: String = Self.directory) {
        let styles = ["lib/codemirror.css", "addon/fold/foldgutter.css", "addon/dialog/dialog.css"]
        let scripts = [
            "lib/codemirror.js", "mode/javascript/javascript.js", "addon/edit/matchbrackets.js",
            "addon/edit/closebrackets.js", "addon/fold/foldcode.js", "addon/fold/foldgutter.js",
            "addon/fold/brace-fold.js", "addon/search/searchcursor.js", "addon/search/search.js",
            "addon/search/jump-to-line.js", "addon/dialog/dialog.js", "addon/selection/active-line.js",
        ]
        guard (styles + scripts).allSatisfy({ FileManager.default.fileExists(atPath: directory + "/" + $0) }) else {
            return nil
        }
        self.styles = styles.map { Self.prefix + $0 }
        self.scripts = scripts.map { Self.prefix + $0 }
    }

    private init(styles: [String], scripts: [String]) {
        self.styles = styles
        self.scripts = scripts
    }

    static let sample = EditorComponent(
        styles: [prefix + "lib/codemirror.css"], scripts: [prefix + "lib/codemirror.js"])
}
