extension RandomAccessCollection where Index == Int {
    /// Returns the index of the first element that meets a condition; `endIndex` if none does.
    ///
    /// This is a binary search: if an element meets the condition, all elements after it must meet it too.
    func partitionPoint(where meets: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if meets(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
