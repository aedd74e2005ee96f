import CQREncode
import Foundation

/// A QR code (ISO/IEC 18004) of a text, as a square of dark and light modules.
package struct QRCode: Sendable {
    /// The number of modules per side, without the quiet zone.
    package let side: Int
    private let modules: [Bool]

    /// Creates the code of a text's UTF-8 with medium error correction; nil if the text is empty, contains U+0000 or
    /// does not fit (about 2,300 bytes).
    package init?(_ text: String) {
        guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
        defer { QRcode_free(code) }
        side = Int(code.pointee.width)
        let data = UnsafeBufferPointer(start: code.pointee.data, count: side * side)
        // The lowest bit is 1 for a dark module; the other bits describe its purpose.
        modules = data.map { $0 & 1 == 1 }
    }

    /// Returns true if a module is dark; false outside the square.
    package func isDark(column: Int, row: Int) -> Bool {
        (0..<side).contains(column) && (0..<side).contains(row) && modules[row * side + column]
    }

    /// The width of the light border that QR code readers need, in modules.
    package static let quietZone = 4

    /// An SVG path of the dark modules, in a square whose sides are `side` plus two quiet zones long. Each rectangle
    /// covers a run of dark modules in one row.
    package var svgPath: String {
        var path = ""
        for row in 0..<side {
            var column = 0
            while column < side {
                let start = column
                while isDark(column: column, row: row) { column += 1 }
                if column > start {
                    let count = column - start
                    path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(count)v1h-\(count)z"
                } else {
                    column += 1
                }
            }
        }
        return path
    }
}
