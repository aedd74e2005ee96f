internal import FuzzingSupport
internal import JSONSchema
internal import JSONText

/// The maximum number of subschemas to examine.
private let mostNodes = 200

/// The documents that every schema is applied to.
private let instances = [
    "null", "0", "-1.5e3", "\"a\"", "[]", "[1,[2],\"a\"]", "{}", #"{"type":"a","a":{"b":[null]},"foo":1}"#,
].compactMap { try? JSONDocument(parsing: $0) }

/// libFuzzer's entry point: the input is a schema, compiled in each draft.
@_cdecl("LLVMFuzzerTestOneInput")
public func compilerInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let document = try? JSONDocument(parsing: input(start, count)) else { return -1 }
    for draft in Draft.allCases { check(document, draft: draft) }
    return 0
}

private func check(_ document: JSONDocument, draft: Draft) {
    var resources = SchemaResources()
    resources.add(document, uri: "https://galley.example/schema", draft: draft)
    var options = CompileOptions(assertFormats: true, maximumSteps: 10_000, maximumDuration: .milliseconds(20))
    do throws(SchemaError) {
        let schema = try Schema.compile("https://galley.example/schema", in: resources, options: options)
        check(schema.warnings, of: document, severity: .warning)
        check(schema)
    } catch {
        promise(!error.diagnostics.isEmpty, "refused without a message in draft \(draft)")
        check(error.diagnostics, of: document, severity: .error)
    }
    // The compiler must also survive schemas that every metaschema refuses.
    options.checksMetaschema = false
    if let schema = try? Schema.compile("https://galley.example/schema", in: resources, options: options) {
        check(schema)
    }
}

/// Checks that faults have messages and are at existing values of their document.
private func check(_ diagnostics: [SchemaDiagnostic], of document: JSONDocument, severity: Diagnostic.Severity) {
    for found in diagnostics {
        let diagnostic = found.diagnostic
        promise(diagnostic.severity == severity, "the severity is not \(severity): \(found)")
        promise(!diagnostic.message.isEmpty && diagnostic.code.hasPrefix("schema"), "no message or code: \(found)")
        guard found.uri == "https://galley.example/schema", let range = diagnostic.range else { continue }
        let isInside = range.start.offset < range.end.offset && range.end.offset <= document.bytes.count
        promise(isInside, "a position outside of the schema: \(found)")
        promise(document.root.value(at: diagnostic.pointer) != nil, "no value at the pointer: \(found)")
    }
}

/// Checks that `isValid` and `validate` agree, and that the locations of the subschemas have fragments.
private func check(_ schema: Schema) {
    for instance in instances {
        let isValid = schema.isValid(instance.root)
        let diagnostics = schema.validate(instance.root, in: instance)
        promise(diagnostics.isEmpty == isValid, "\(instance.root.rawText): isValid is \(isValid), but \(diagnostics)")
    }
    var seen: Set<SchemaNode> = [schema.root]
    var waiting = [schema.root]
    while let node = waiting.popLast(), seen.count < mostNodes {
        promise(node.location.contains("#"), "a location without a fragment: \(node.location)")
        waiting += neighbors(of: node).filter { seen.insert($0).inserted }
    }
}

private func neighbors(of node: SchemaNode) -> [SchemaNode] {
    let single = [
        node.reference, node.dynamicReference, node.not, node.if, node.then, node.else, node.additionalProperties,
        node.unevaluatedProperties, node.propertyNames, node.items, node.contains, node.unevaluatedItems,
    ]
    let named = node.properties.map(\.node) + node.patternProperties.map(\.node) + node.dependentSchemas.map(\.node)
    return single.compactMap { $0 } + named + node.allOf + node.anyOf + node.oneOf + node.prefixItems
}

/// libFuzzer's entry point for mutating an input.
@_cdecl("LLVMFuzzerCustomMutator")
public func compilerMutation(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
    mutate(data, size, capacity, seed: seed, prefix: 0)
}
