extension Array {
    /// Returns the elements in parts of at most `size`, so that a statement for each part stays short.
    func batches(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
