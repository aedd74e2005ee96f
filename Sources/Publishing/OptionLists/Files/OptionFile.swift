package import JSONText

/// What a file with the items of an option list holds, and everything that is wrong with it.
package struct OptionFile: Sendable, Hashable {
    /// How the items are written.
    package enum Format: String, Sendable, CaseIterable {
        /// RFC 4180, with a header row that names the columns: `key`, `title`, perhaps `parent`, and any others.
        case csv
        /// An array of objects: `key`, `title`, perhaps `parent`, and any other members.
        case json
    }

    /// The most faults that are told at once; reading stops there.
    package static let maximumDiagnostics = 100

    /// In the file's order; only fit for an import when `isValid`.
    package let items: [OptionItem]
    /// In the file's order; pointers lead to the item, counted from 0, and its member.
    package let diagnostics: [Diagnostic]

    package var isValid: Bool { !diagnostics.contains { $0.severity == .error } }

    /// Reads a file's bytes, which must be UTF-8. JSON may have 32 MiB, CSV any size that fits into memory.
    package init(reading bytes: [UInt8], as format: Format) {
        switch format {
        case .csv: self = CSVOptions.read(bytes)
        case .json: self = JSONOptions.read(bytes)
        }
    }

    init(items: [OptionItem], diagnostics: [Diagnostic]) {
        self.items = items
        self.diagnostics = diagnostics
    }
}
