import Foundation
import Publishing

/// The notation of times in form fields and addresses, in UTC.
enum FormTime {
    /// Parses `2026-11-24T08:00`, with or without seconds and `Z`; nil for any other text.
    static func date(_ text: String) -> Date? {
        let plain = text.hasSuffix("Z") ? String(text.dropLast()) : text
        let isShort = plain.utf8.count == "2026-11-24T08:00".utf8.count
        return InternetTime.date("\(plain)\(isShort ? ":00" : "")Z")
    }
}
