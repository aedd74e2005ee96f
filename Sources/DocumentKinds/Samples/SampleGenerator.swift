package import JSONSchema
import JSONText

/// Makes valid values of a schema, always the same ones.
///
/// What a schema itself names is preferred: `x-test`, then examples, `default`, `const` and `enum`; other values are
/// made from the keywords. Every sample has been validated before it is given.
package struct SampleGenerator: Sendable {
    private let root: SchemaNode
    private let options: SampleOptions

    /// Prepares samples of a whole schema.
    package init(schema: Schema, options: SampleOptions = SampleOptions()) {
        self.init(node: schema.root, options: options)
    }

    /// Prepares samples of one subschema.
    package init(node: SchemaNode, options: SampleOptions = SampleOptions()) {
        root = node
        self.options = options
    }

    /// A sample as minified JSON; nil where the schema is not accepted, which `outcome` explains.
    package func sample() -> [UInt8]? { outcome().bytes }

    /// A sample, or why there is none.
    ///
    /// Where everything that is allowed cannot be had together, a sample with less is given.
    package func outcome() -> SampleOutcome {
        let start = ContinuousClock.now
        var generous = options
        // Some of the time is kept for a sample with less.
        if options.coverage == .everything { generous.maximumDuration = options.maximumDuration * 2 / 3 }
        var search = SampleSearch(options: generous)
        if let value = search.values(of: [root], at: SamplePlace(), count: 1).first { return .sample(value.bytes) }
        guard options.coverage == .everything else { return .refused(search.refusal(for: root)) }
        var plain = options
        plain.coverage = .required
        plain.maximumDuration = options.maximumDuration - (ContinuousClock.now - start)
        return SampleGenerator(node: root, options: plain).outcome()
    }
}
