internal import FuzzingSupport
internal import JSONSchema
internal import JSONText

/// libFuzzer's entry point: a byte that chooses the draft and the options of compiling; then a schema and at most four
/// instances, separated by NULs (which no JSON text contains).
@_cdecl("LLVMFuzzerTestOneInput")
public func validatorInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    let parts = bytes.dropFirst().split(separator: 0, maxSplits: 4, omittingEmptySubsequences: false)
    guard let choice = bytes.first, parts.count > 1 else { return -1 }
    guard let document = try? JSONDocument(parsing: Array(parts[0])) else { return -1 }
    let draft = Draft.allCases[Int(choice) % Draft.allCases.count]
    let options = CompileOptions(
        assertFormats: choice & 0x20 == 0, dependenciesInEveryDraft: choice & 0x40 == 0, maximumErrors: 50,
        maximumSteps: 200_000, maximumDuration: .milliseconds(300), checksMetaschema: choice & 0x80 == 0)
    var resources = SchemaResources()
    resources.add(document, uri: "https://galley.example/schema", draft: draft)
    guard let schema = try? Schema.compile("https://galley.example/schema", in: resources, options: options) else {
        return 0
    }
    let containsDraft4 = draft == .draft4 || String(decoding: parts[0], as: UTF8.self).contains("draft-04")
    for part in parts.dropFirst() {
        guard let instance = try? JSONDocument(parsing: Array(part)) else { continue }
        Validation(schema: schema, instance: instance, containsDraft4: containsDraft4).check()
    }
    return 0
}

/// libFuzzer's entry point for mutating an input.
@_cdecl("LLVMFuzzerCustomMutator")
public func validatorMutation(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
    mutate(data, size, capacity, seed: seed, prefix: 1)
}
