package import JSONText

/// A finding in the source of a schema, in a repository or inside a document.
package struct SchemaFinding {
    /// The part of the source that a finding is about.
    enum Place {
        case value(JSONValue)
        /// The name of a member.
        case name(JSONMember)
    }

    let rule: String
    let message: String
    let place: Place
    var suggestion: String?

    /// Returns the finding as a warning about a schema inside a document.
    package func diagnostic(in document: JSONDocument) -> Diagnostic {
        switch place {
        case .value(let value):
            return .rule(rule, message, at: value, in: document, severity: .warning, suggestion: suggestion)
        case .name(let member):
            var found = Diagnostic.rule(rule, message, at: member, in: document, suggestion: suggestion)
            found.severity = .warning
            return found
        }
    }
}

extension EntityFindings {
    /// Returns findings in an entity's schema as warnings.
    static func diagnostics(of entity: Entity, _ findings: [SchemaFinding]) -> [FileDiagnostic] {
        var all = EntityFindings(of: entity)
        for finding in findings { all.report(finding) }
        return all.all
    }

    /// Adds a finding as a warning.
    mutating func report(_ finding: SchemaFinding) {
        switch finding.place {
        case .value(let value):
            report(finding.rule, finding.message, at: value, severity: .warning, suggestion: finding.suggestion)
        case .name(let member):
            report(finding.rule, finding.message, at: member, severity: .warning, suggestion: finding.suggestion)
        }
    }
}
