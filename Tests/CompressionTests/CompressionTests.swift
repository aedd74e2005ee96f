import Compression
import Foundation
import TestSupport
import Testing

@Suite("Compressed bodies") struct CompressionTests {
    /// Returns the output of a program for some input.
    private func run(_ program: String, _ input: [UInt8]) throws -> [UInt8] {
        let process = Process()
        let (source, sink) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program]
        process.standardInput = source
        process.standardOutput = sink
        try process.run()
        let writer = Thread {
            try? source.fileHandleForWriting.write(contentsOf: Data(input))
            try? source.fileHandleForWriting.close()
        }
        writer.start()
        let output = try sink.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Array(output)
    }

    @Test(arguments: [0, 1, 100, 10_000, 1_000_000])
    func `another program reads what was compressed with gzip`(count: Int) throws {
        var random = SeededNumbers(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: 97...105, using: &random) }
        let compressed = try #require(Gzip.compress(bytes))
        let program = "import gzip, sys; sys.stdout.buffer.write(gzip.decompress(sys.stdin.buffer.read()))"
        #expect(try run(program, compressed) == bytes)
        #expect(count < 1_000 || compressed.count < count / 2)
    }

    @Test func `equal bytes are compressed to equal bytes`() throws {
        let bytes = Array(String(repeating: #"{"type":"TextView"}"#, count: 100).utf8)
        #expect(Gzip.compress(bytes) == Gzip.compress(bytes))
        #expect(Brotli.compress(bytes) == Brotli.compress(bytes))
        #expect(try #require(Brotli.compress(bytes)).count < bytes.count / 10)
    }
}
