internal import Foundation

/// Ends the process, which libFuzzer takes for a finding, unless `isKept`; the message says what was broken.
package func promise(
    _ isKept: Bool, _ message: @autoclosure () -> String, line: Int = #line, file: String = #fileID
) {
    if isKept { return }
    FileHandle.standardError.write(Data("\nBroken promise at \(file):\(line): \(message())\n".utf8))
    abort()
}

/// The bytes that libFuzzer hands over.
package func input(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
}

/// Bytes as a person reads them in a message.
package func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }
