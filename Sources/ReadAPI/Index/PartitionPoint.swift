extension RandomAccessCollection where Index == Int {
    /// Returns the first index whose element meets a condition that all later elements meet too, or `endIndex`; a binary
    /// search.
    func partitionPoint(where meets: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if meets(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
