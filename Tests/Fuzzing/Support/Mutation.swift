/// libFuzzer's own mutator.
@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ capacity: Int) -> Int

/// Mutates an input in place for libFuzzer: one of its JSON texts structurally, or else any bytes.
///
/// The texts are separated by NULs and follow the first `prefix` bytes. Returns the new size.
package func mutate(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ capacity: Int, seed: UInt32, prefix: Int
) -> Int {
    var change = StructuralChange(seed: seed)
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    guard change.choice(below: 3) > 0, size > prefix else { return mutateBytes(data, size, capacity) }
    var texts = bytes.dropFirst(prefix).split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    // The first text, for example the schema, has the greatest effect.
    let place = change.choice(below: 2) == 0 ? 0 : change.choice(below: texts.count)
    guard let text = change.changed(texts[place]) else { return mutateBytes(data, size, capacity) }
    texts[place] = text
    let result = Array(bytes.prefix(prefix)) + Array(texts.joined(separator: [0]))
    guard result.count <= capacity else { return mutateBytes(data, size, capacity) }
    for (offset, byte) in result.enumerated() { data[offset] = byte }
    return result.count
}
