internal import Foundation

/// Ends the process, which libFuzzer records as a finding, unless `isKept`; the message describes the violation.
package func promise(
    _ isKept: Bool, _ message: @autoclosure () -> String, line: Int = #line, file: String = #fileID
) {
    if isKept { return }
    FileHandle.standardError.write(Data("\nBroken promise at \(file):\(line): \(message())\n".utf8))
    abort()
}

/// Returns the bytes that libFuzzer passes.
package func input(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
}

/// Returns bytes as readable text for a message.
package func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }
