internal import FuzzingSupport
internal import JSONSchema
internal import JSONText

/// The properties that hold for every schema and instance.
struct Validation {
    let schema: Schema
    let instance: JSONDocument
    /// True if part of the schema follows draft 4, in which 1.0 equals 1 but is not an integer.
    let containsDraft4: Bool

    /// Ends the process at the first property that does not hold.
    func check() {
        let root = instance.root
        let isValid = schema.isValid(root)
        let diagnostics = schema.validate(root, in: instance)
        promise(diagnostics.isEmpty == isValid, "isValid is \(isValid), but \(diagnostics)")
        check(diagnostics)
        // A validation that was stopped by its budget has no correct result to compare. One with more faults than the
        // limit is skipped too.
        if diagnostics.contains(where: { $0.schemaPointer == nil }) { return }

        promise(schema.validate(root, in: instance) == diagnostics, "a second validation has another result")
        for form in containsDraft4 ? [root.minified()] : [root.minified(), JSONFormatter.canonical(root)] {
            guard let other = try? JSONDocument(parsing: form) else { continue }
            promise(schema.isValid(other.root) == isValid, "isValid is not \(isValid) for \(shown(form))")
        }
        for format in OutputFormat.allCases {
            let output = schema.output(for: root, format: format)
            // Compares only the beginning, because the output may be nested too deeply for Galley's parser.
            let verdict = output.starts(with: Array("{\"valid\":\(isValid)".utf8))
            // The output formats visit subschemas that `isValid` skips, so their budget may be used up earlier.
            let isGivenUp = String(decoding: output, as: UTF8.self).contains("takes too long")
            promise(verdict || isGivenUp, "isValid is \(isValid), but in form \(format): \(shown(output))")
        }
        promise(isValid || schema.annotations(of: root).isEmpty, "an invalid value has annotations")
    }

    /// Checks that faults are in document order, and that each has a message, a position, and a pointer to an existing
    /// value.
    private func check(_ diagnostics: [Diagnostic]) {
        promise(diagnostics.count <= 50, "\(diagnostics.count) faults, more than the limit of 50")
        var before = 0
        for diagnostic in diagnostics {
            promise(diagnostic.severity == .error && !diagnostic.message.isEmpty, "no message: \(diagnostic)")
            promise(instance.root.value(at: diagnostic.pointer) != nil, "no value at the pointer: \(diagnostic)")
            guard let range = diagnostic.range else {
                promise(false, "a fault without a position: \(diagnostic)")
                return
            }
            let isInside = range.start.offset < range.end.offset && range.end.offset <= instance.bytes.count
            promise(isInside, "a position outside of the text: \(diagnostic)")
            promise(range.start.offset >= before, "faults out of order: \(diagnostics)")
            before = range.start.offset
        }
    }
}
