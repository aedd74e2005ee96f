import CLibPQ

/// The bindings of one statement in libpq's layout, all in binary form.
struct ParameterBuffer {
    private var types: [UInt32] = []
    private var lengths: [Int32] = []
    private var offsets: [Int?] = []
    private var bytes: [UInt8] = []

    init(_ bindings: [SQLBinding]) {
        for binding in bindings {
            types.append(binding.type.rawValue)
            lengths.append(Int32(clamping: binding.bytes?.count ?? 0))
            offsets.append(binding.bytes == nil ? nil : bytes.count)
            bytes += binding.bytes ?? []
        }
        // An empty value needs an address, because only NULL has none.
        bytes.append(0)
    }

    /// Sends the statement with libpq, which copies it; returns 1 on success.
    func send(_ text: String, to connection: OpaquePointer) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            let base = buffer.bindMemory(to: CChar.self).baseAddress
            let values: [UnsafePointer<CChar>?] = offsets.map { offset in offset.flatMap { base?.advanced(by: $0) } }
            let formats = [Int32](repeating: 1, count: values.count)
            return PQsendQueryParams(connection, text, Int32(values.count), types, values, lengths, formats, 1)
        }
    }
}
