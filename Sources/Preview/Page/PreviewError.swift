/// The reason why a preview template or another file of the preview cannot be used; the description names the file.
package struct PreviewError: Error, Sendable, CustomStringConvertible {
    /// The file's name or path, such as `components/ButtonView/preview.mustache`; for an uploaded template, the
    /// identifier of its entity.
    package let file: String
    package let reason: String
    /// The line of the error, from 1; nil if it concerns the whole file.
    package let line: Int?

    package var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}
