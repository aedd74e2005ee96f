/// Why the previews' own templates cannot be used; the message names the file.
package struct PreviewError: Error, Sendable, CustomStringConvertible {
    /// The template's name, for instance `components/ButtonView/preview.mustache`.
    package let file: String
    package let reason: String
    /// The line of the template that is wrong, from 1; nil where the file as a whole is.
    package let line: Int?

    package var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}
