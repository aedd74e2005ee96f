import Foundation
import QRCode
import Testing

@Suite("QR codes") struct QRCodeTests {
    @Test func `a QR code reader gets the original text`() throws {
        let reader = "/usr/bin/zbarimg"
        guard FileManager.default.isExecutableFile(atPath: reader) else {
            withKnownIssue("zbar-tools is not installed, so nothing reads the code") { Issue.record("no \(reader)") }
            return
        }
        let text = "https://galley.example/previews/revisions/home.offers/3?expires=1790003600&signature=aB-_9"
        let code = try #require(QRCode(text))
        let file = FileManager.default.temporaryDirectory.appending(path: "galley-qr-\(UUID().uuidString).pbm")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(Self.bitmap(code).utf8).write(to: file)

        #expect(try Self.output(of: reader, ["--quiet", "--raw", file.path]) == text + "\n")
    }

    @Test func `the SVG path begins after the quiet zone, and modules outside the code are light`() throws {
        let code = try #require(QRCode("https://galley.example/"))

        #expect(code.svgPath.hasPrefix("M4 4h7v1h-7z"))
        #expect(code.isDark(column: 0, row: 0) && !code.isDark(column: 1, row: 1))
        #expect(!code.isDark(column: -1, row: 0) && !code.isDark(column: 0, row: code.side))
    }

    @Test func `an empty text, one with a null character and one that is too long have no code`() {
        #expect(QRCode("") == nil)
        #expect(QRCode("a\0b") == nil)
        #expect(QRCode(String(repeating: "a", count: 4_000)) == nil)
        #expect(QRCode(String(repeating: "a", count: 2_000)) != nil)
    }

    /// Returns a portable bitmap of a code, with four dots per module.
    private static func bitmap(_ code: QRCode) -> String {
        let size = code.side + 2 * QRCode.quietZone
        let rows = (0..<size * 4).map { y in
            (0..<size * 4).map { x in
                code.isDark(column: x / 4 - QRCode.quietZone, row: y / 4 - QRCode.quietZone) ? "1" : "0"
            }.joined(separator: " ")
        }
        return "P1\n\(size * 4) \(size * 4)\n" + rows.joined(separator: "\n") + "\n"
    }

    private static func output(of command: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: command)
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
