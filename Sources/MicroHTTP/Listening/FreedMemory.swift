internal import CMicroHTTPD

/// The memory that a process has freed.
package enum FreedMemory {
    /// The size in bytes from which a block of memory is returned to the system as soon as it is freed.
    private static let largeBlock: Int32 = 256 * 1024

    /// Returns large blocks to the system from now on. Otherwise the C library keeps them after the first ones, and with
    /// those of bodies and of the buffers that they are built in, a process stays as large as it ever was.
    package static func returnLargeBlocks() { galley_return_blocks(largeBlock) }
}
