/// Why the previews' own templates cannot be used; the message names the file.
package struct PreviewError: Error, Sendable, CustomStringConvertible {
    /// The template's name, for instance `components/ButtonView/preview.mustache`.
    package let file: String
    package let reason: String

    package var description: String { "\(file): \(reason)" }
}
