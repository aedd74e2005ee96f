import JSONSchema
import JSONText

/// A compiled schema and what its annotations mean, read when they are first needed and not at every value.
final class AnnotatedSchema: Sendable {
    let schema: Schema
    private let rules: DocumentRuleSet
    private let madeChecks = MadeOnce<CheckMarks>()
    private let madeDemands = MadeOnce<DemandMarks>()
    private let madeEntities = MadeOnce<EntityMarks>()
    private let madeReferences = MadeOnce<ReferenceMarks>()

    init(_ schema: Schema, rules: DocumentRuleSet) {
        self.schema = schema
        self.rules = rules
    }

    /// What checks look for.
    var checks: CheckMarks { madeChecks.value { CheckMarks(of: schema, by: rules) } }

    /// What support by client version looks for.
    var demands: DemandMarks { madeDemands.value { DemandMarks(of: schema) } }

    /// What names something outside a document.
    var references: ReferenceMarks { madeReferences.value { ReferenceMarks(of: schema) } }

    /// The entities that subschemas are.
    var entities: EntityMarks { madeEntities.value { EntityMarks(of: schema) } }
}
