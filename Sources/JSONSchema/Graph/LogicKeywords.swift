/// The keywords `allOf`, `anyOf`, `oneOf`, `not` and `if`/`then`/`else`.
final class LogicKeywords: Sendable {
    let allOf: [SchemaID]
    let anyOf: [SchemaID]
    let oneOf: [SchemaID]
    let not: SchemaID?
    let condition: SchemaID?
    let consequence: SchemaID?
    let alternative: SchemaID?
    /// The discriminators of `anyOf` and `oneOf`, if they have one.
    let anyOfDiscriminator: Discriminator?
    let oneOfDiscriminator: Discriminator?

    init(
        allOf: [SchemaID], anyOf: [SchemaID], oneOf: [SchemaID], not: SchemaID?, condition: SchemaID?,
        consequence: SchemaID?, alternative: SchemaID?, anyOfDiscriminator: Discriminator? = nil,
        oneOfDiscriminator: Discriminator? = nil
    ) {
        self.allOf = allOf
        self.anyOf = anyOf
        self.oneOf = oneOf
        self.not = not
        self.condition = condition
        self.consequence = consequence
        self.alternative = alternative
        self.anyOfDiscriminator = anyOfDiscriminator
        self.oneOfDiscriminator = oneOfDiscriminator
    }

    /// Returns the same keywords with these discriminators.
    func discriminated(anyOf: Discriminator?, oneOf: Discriminator?) -> LogicKeywords {
        LogicKeywords(
            allOf: allOf, anyOf: self.anyOf, oneOf: self.oneOf, not: not, condition: condition,
            consequence: consequence, alternative: alternative, anyOfDiscriminator: anyOf, oneOfDiscriminator: oneOf)
    }
}
