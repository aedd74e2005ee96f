package import JSONText

/// The items in a file of an option list, and the faults of the file.
package struct OptionFile: Sendable, Hashable {
    /// The format of the file.
    package enum Format: String, Sendable, CaseIterable {
        /// CSV (RFC 4180) with a header row: `key`, `title`, optionally `parent`, and any other columns.
        case csv
        /// An array of objects with the members `key`, `title`, optionally `parent`, and any others.
        case json
    }

    /// The maximum number of faults reported; reading stops there.
    package static let maximumDiagnostics = 100

    /// The items in file order; empty if there are faults.
    package let items: [OptionItem]
    /// The faults in file order. Pointers lead to items, counted from 0, and their members, also in CSV; the pointer of
    /// a fault of the whole file is empty.
    package let diagnostics: [Diagnostic]

    package var isValid: Bool { !diagnostics.contains { $0.severity == .error } }

    /// Reads a file in UTF-8. The size of JSON is limited to 32 MiB, that of CSV only by memory.
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
