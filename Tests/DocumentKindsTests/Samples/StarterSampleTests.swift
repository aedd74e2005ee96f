import DocumentKinds
import JSONSchema
import JSONText
import SchemaRepository
import Testing

struct StarterSampleTests {
    @Test(arguments: [SampleOptions.Coverage.everything, .required])
    func `every entity of the starter repository has a valid sample`(_ coverage: SampleOptions.Coverage) throws {
        let repository = try Starter.loaded.get()
        for entity in repository.entities {
            let schema = try #require(repository.schema(entity.id))
            let generator = SampleGenerator(schema: schema, options: SampleOptions(coverage: coverage))
            let bytes = try #require(generator.sample(), "\(entity.id): \(generator.outcome())")
            #expect(schema.isValid(try JSONDocument(parsing: bytes).root), "\(entity.id)")
            #expect(generator.sample() == bytes)
        }
    }

    @Test func `every step of the example forms has test data that it accepts`() throws {
        var steps = 0
        for example in try Self.examples(of: "/forms/Form") {
            let document = try JSONDocument(parsing: example.bytes)
            for step in FormDocument(document.root).steps {
                let bytes = try #require(step.testData(in: document).bytes, "\(example.name)")
                #expect(step.testData(in: document).bytes == bytes)
                let schema = try EmbeddedSchema.compile(step.jsonSchema, in: document).get()
                let data = try JSONDocument(parsing: bytes)
                #expect(schema.validate(data.root, in: data).isEmpty, "\(example.name)")
                steps += 1
            }
        }
        #expect(steps > 8)
    }

    @Test func `test data fill all fields of a form, including dependent ones`() throws {
        let example = try #require(try Self.examples(of: "/forms/Form").first { $0.name == "schema-dependency" })
        let document = try JSONDocument(parsing: example.bytes)
        let step = try #require(FormDocument(document.root).steps.first)
        let data = String(decoding: try #require(step.testData(in: document).bytes), as: UTF8.self)
        #expect(data == #"{"name":"Text","credit_card":1,"billing_address":"Text"}"#)
    }

    @Test func `a step with an invalid schema has no test data`() throws {
        let document = try JSONDocument(parsing: #"{"jsonSchema": {"type": "strin"}}"#)
        let step = try #require(FormDocument(document.root).steps.first)
        #expect(step.testData(in: document).bytes == nil)
    }

    private static func examples(of id: String) throws -> [Example] {
        try #require(try Starter.loaded.get().entity(id)).examples
    }
}
