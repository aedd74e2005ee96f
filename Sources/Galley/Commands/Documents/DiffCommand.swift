import ArgumentParser
import Foundation
import JSONText
import Publishing

/// The command that compares two documents by their structure.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Compare two documents by their structure, whatever their layout.",
        discussion: """
            A and B are files, - for standard input, or revisions as NAME@NUMBER. Array items are matched by tag, id, \
            key or name, else by content. Exits with status 0 if nothing differs, 1 if something does, and 2 if the \
            input cannot be used.
            """)

    @OptionGroup var installation: InstallationOptions
    @OptionGroup var format: FormatOption
    @Flag(help: "Also report members in another order, and numbers and strings that are only written differently.")
    var exact = false
    @Argument(help: "The old document.") var a: String
    @Argument(help: "The new document.") var b: String

    func validate() throws {
        if a == "-", b == "-" { throw ValidationError("only one of A and B can be - for standard input") }
    }

    func run() throws {
        let (old, new) = (try document(a), try document(b))
        let diff = JSONDiff(from: old.root, to: new.root, by: exact ? .writing : .meaning)
        let answer = DiffAnswer(a: a, b: b, old: old, new: new, changes: diff.changes)
        if format.format == .json {
            try StandardOutput.write(answer.json)
        } else {
            try StandardOutput.show(answer.text)
        }
        if !diff.changes.isEmpty { throw ExitCode.refused }
    }

    private func document(_ name: String) throws -> JSONDocument {
        let bytes = try revision(name)?.bytes ?? InputFile.text(name)
        do {
            return try JSONDocument(parsing: bytes)
        } catch {
            let lines = LineTable(bytes)
            let faults = error.errors.map { $0.diagnostic(lines: lines).line(file: name) }
            throw CommandError("\(name) cannot be compared, because it is not JSON\n" + faults.joined(separator: "\n"))
        }
    }

    /// Returns the revision that the argument names; nil if it names a file.
    private func revision(_ name: String) throws -> Revision? {
        let parts = name.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[1]), !FileManager.default.fileExists(atPath: name) else {
            return nil
        }
        let feature = String(parts[0])
        guard let revision = try installation.open().revisions.revision(of: feature, number: number) else {
            throw CommandError("there is neither a file \(name) nor a revision \(number) of \(feature)")
        }
        return revision
    }
}
