package import JSONText

/// The items in a file of an option list, and all of its faults.
package struct OptionFile: Sendable, Hashable {
    /// The format of the file.
    package enum Format: String, Sendable, CaseIterable {
        /// CSV (RFC 4180) with a header row: `key`, `title`, optionally `parent`, and any other columns.
        case csv
        /// An array of objects: `key`, `title`, optionally `parent`, and any other members.
        case json
    }

    /// The maximum number of faults reported; reading stops there.
    package static let maximumDiagnostics = 100

    /// The items in file order; to be imported only if `isValid`.
    package let items: [OptionItem]
    /// The faults in file order; pointers lead to the item (from 0) and its member.
    package let diagnostics: [Diagnostic]

    package var isValid: Bool { !diagnostics.contains { $0.severity == .error } }

    /// Reads a file in UTF-8. JSON is limited to 32 MiB, CSV only by memory.
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
