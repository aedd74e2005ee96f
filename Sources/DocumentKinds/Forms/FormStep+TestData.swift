import JSONSchema
package import JSONText

extension FormStep {
    /// Valid data of the step, as JSON by property, always the same; why there are none where there are none.
    ///
    /// The document is the one that the step is part of. A schema that cannot be used has no data.
    package func testData(in document: JSONDocument, options: SampleOptions = SampleOptions()) -> SampleOutcome {
        switch EmbeddedSchema.compile(jsonSchema, in: document) {
        case .success(let schema): SampleGenerator(schema: schema, options: options).outcome()
        case .failure:
            .refused(
                SampleRefusal(reason: .value, pointer: JSONPointer(), schema: "#\(jsonSchema.pointer)"))
        }
    }
}
