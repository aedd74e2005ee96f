import Foundation
import MicroHTTP
import Publishing

/// A text of a feature to compare, as a query names it.
enum ComparisonPoint: Sendable, Hashable {
    /// The text that clients get now.
    case live
    /// The text that clients got after a release.
    case release(Int)
    /// The text that clients got at a time.
    case moment(Date)
    /// The text of the newest revision.
    case newest
    /// The text of the revision with a number.
    case revision(Int)
    /// An unsaved text of the signed-in account, by its key in ``UnsavedTexts``.
    case text(String)

    /// Parses `live`, `release-7`, a UTC time such as `2026-11-20T10:00` or `2026-11-20T10:00:05.123456Z`, `newest`,
    /// `text-KEY` or a revision's number.
    init?(_ text: String) {
        if text == "live" {
            self = .live
        } else if text == "newest" {
            self = .newest
        } else if text.hasPrefix("release-"), let number = Int(asked: String(text.dropFirst(8))) {
            self = .release(number)
        } else if text.hasPrefix("text-"), text.utf8.count <= 100 {
            self = .text(String(text.dropFirst(5)))
        } else if let number = Int(asked: text), number > 0 {
            self = .revision(number)
        } else if let date = FormTime.date(text) {
            self = .moment(date)
        } else {
            return nil
        }
    }

    /// The text for a query, which `init` parses.
    var value: String {
        switch self {
        case .live: "live"
        case .release(let number): "release-\(number)"
        case .moment(let date): FormTime.text(date)
        case .newest: "newest"
        case .revision(let number): "\(number)"
        case .text(let key): "text-\(key)"
        }
    }
}
