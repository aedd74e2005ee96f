internal import CMicroHTTPD

/// Controls what happens to the memory that a process frees.
package enum FreedMemory {
    /// The size in bytes from which a block of memory is returned to the system as soon as it is freed.
    private static let largeBlock: Int32 = 256 * 1024

    /// Makes the C library return large blocks to the system from now on. By default it begins to keep them when the
    /// first ones have been freed, so that after building some large bodies a process would stay as large as it ever
    /// was.
    package static func returnLargeBlocks() { galley_return_blocks(largeBlock) }
}
