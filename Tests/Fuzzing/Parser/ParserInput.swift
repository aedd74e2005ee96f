internal import FuzzingSupport
internal import JSONText

/// libFuzzer's entry point: the input is a text to be parsed as JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func parserInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = input(start, count)
    let isJSON = ReferenceReader.accepts(text, maximumDepth: JSONLimits().maximumDepth)
    do throws(JSONSyntaxErrors) {
        let document = try JSONDocument(parsing: text)
        promise(isJSON, "accepted, though it is not JSON")
        AcceptedText(document).check()
    } catch {
        promise(!isJSON, "refused, though it is JSON: \(error.errors)")
        check(error, of: text)
    }
    return 0
}

/// Checks that a refusal has messages, at positions inside the text, in order.
private func check(_ refusal: JSONSyntaxErrors, of text: [UInt8]) {
    let lines = LineTable(text)
    promise(!refusal.errors.isEmpty, "refused without a message")
    var before = 0
    for error in refusal.errors {
        // `json.syntax` only says that the text is not JSON, because no more exact fault was found.
        promise(error.code.hasPrefix("json.") && error.code != "json.syntax", "the fault was not found: \(error)")
        promise(!error.message.isEmpty, "an error without a message: \(error)")
        promise(error.range.lowerBound >= before, "errors out of order: \(refusal.errors)")
        promise(error.range.upperBound <= text.count, "a position outside of the text: \(error)")
        before = error.range.lowerBound
        let start = error.diagnostic(lines: lines).range?.start.offset
        promise(start == before, "the diagnostic starts at another offset than the error: \(error)")
    }
}

/// libFuzzer's entry point for mutating an input.
@_cdecl("LLVMFuzzerCustomMutator")
public func parserMutation(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
    mutate(data, size, capacity, seed: seed, prefix: 0)
}
