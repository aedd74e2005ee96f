extension Array {
    /// Returns the elements in slices of at most `size`, so that an SQL statement for each slice stays short.
    func batches(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
