import JSONSchema
import JSONText
import TestSupport
import Testing

@testable import SchemaRepository

@Suite("Skipping schemas without annotations") struct SchemaReachTests {
    @Test func `a check that skips schemas finds the same values as one that visits all`() throws {
        var found = 0
        for (annotated, documents) in try Self.documents() {
            let (marks, schema) = (annotated.checks, annotated.schema)
            let everywhere = SchemaReach(in: schema) { _ in true }
            for root in documents.map(\.root) {
                let all = SchemaWalk.pairs(from: schema.root, root, within: everywhere) {
                    !marks.rules(of: $0).isEmpty || marks.isDeprecating($0) || marks.isUnique($0)
                }
                let pairs = marks.pairs(from: schema.root, root)
                #expect(pairs.map(\.schema) == all.map(\.schema))
                #expect(pairs.map(\.value.range) == all.map(\.value.range))
                found += pairs.count
            }
        }
        #expect(found > 20)
    }

    @Test func `the entities of a document are the same as when all schemas are visited`() throws {
        for (annotated, documents) in try Self.documents() {
            let schema = annotated.schema
            let everywhere = SchemaReach(in: schema) { _ in true }
            for root in documents.map(\.root) {
                let all = SchemaWalk.pairs(from: schema.root, root, within: everywhere) { $0.location.hasSuffix("#") }
                let ids = annotated.entities.ids(from: schema.root, root)
                #expect(ids == Set(all.map { String($0.schema.location.dropLast()) }))
            }
        }
    }

    @Test func `support is the same as when all schemas are visited`() throws {
        var reasons = 0
        for (annotated, documents) in try Self.documents() {
            let schema = annotated.schema
            let everywhere = DemandMarks(of: schema, within: SchemaReach(in: schema) { _ in true })
            for (document, platform) in documents.flatMap({ document in ["ios", "other"].map { (document, $0) } }) {
                let demands = [annotated.demands, everywhere].map { marks in
                    let tree = DemandTree(of: document.root, by: schema.root, marks: marks)
                    var calculation = SupportCalculation(
                        platform: platform, document: document, tree: tree, marks: marks)
                    return calculation.support()
                }
                #expect(demands[0].full == demands[1].full)
                #expect(demands[0].degraded == demands[1].degraded)
                #expect(demands[0].present == demands[1].present)
                #expect(demands[0].reasons == demands[1].reasons)
                reasons += demands[0].reasons.count
            }
        }
        #expect(reasons > 200)
    }

    @Test func `subschemas that lead to no wanted schema are skipped, even if they refer to each other in a loop`()
        throws
    {
        let text = #"""
            {"properties": {"plain": {"$ref": "#/$defs/plain"}, "marked": {"items": {"$ref": "#/$defs/marked"}}},
             "$defs": {"plain": {"properties": {"inside": {"$ref": "#/$defs/plain"}}},
                       "marked": {"oneOf": [{"type": "string", "title": "here"}, {"$ref": "#/$defs/more"}]},
                       "more": {"properties": {"again": {"$ref": "#/$defs/marked"}}}}}
            """#
        var resources = SchemaResources()
        resources.add(try JSONDocument(parsing: text), uri: "urn:example:reach")
        let schema = try Schema.compile("urn:example:reach", in: resources)
        let reach = SchemaReach(in: schema) { $0.source["title"] != nil }
        let left = schema.nodes.filter { !reach.contains($0) }.map { $0.source.pointer.description }
        #expect(left.sorted() == ["/$defs/plain", "/$defs/plain/properties/inside", "/properties/plain"])
    }

    /// Returns documents with their schemas: examples and counter-examples of the starter repository, up to 12 check
    /// cases of each file, and documents for the mini repository.
    private static func documents() throws -> [(AnnotatedSchema, [JSONDocument])] {
        let repository = try Starter.loaded.get()
        let own = try repository.entities.map { entity in
            let texts = entity.examples.map(\.bytes) + entity.counterExamples.map(\.bytes)
            return (try #require(repository.schemas.annotated(entity.id)), texts.compactMap(Self.document))
        }
        let cases = ["screens", "constraints", "forms", "questionnaires", "option-sheets", "modules"].flatMap { file in
            CheckCase.all(in: file).prefix(12).compactMap { Self.document(Array($0.text.utf8)) }
        }
        let mini = try MiniRepository.loaded.get()
        let small = try [
            #"{"type":"New","fallback":{"type":"Newer","fallback":{"type":"Old"}}}"#,
            #"{"type":"Box","element":{"type":"New","fallback":"drop"},"drops":[{"type":"Newer"}],"late":{"type":"Old"}}"#,
            #"{"type":"Any","choice":"x"}"#, #"{"type":"When","mode":"video","extra":1}"#,
            #"{"type":"Values","size":"new"}"#, #"{"type":"Loose","other":1,"own":2,"fallback":{"type":"Old"}}"#,
            #"{"type":"Rest","x-a":1,"more":2,"list":[1,2]}"#, #"{"type":"Platforms","never":1,"nobody":2}"#,
        ].map { try JSONDocument(parsing: $0) }
        return own + [
            (try #require(repository.schemas.annotated("/document")), cases),
            (try #require(mini.schemas.annotated("/document")), small),
        ]
    }

    private static func document(_ bytes: [UInt8]) -> JSONDocument? { try? JSONDocument(parsing: bytes) }
}
