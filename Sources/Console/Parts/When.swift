import Foundation
import Mustache

/// A point in time: relative, exact, and machine-readable.
struct When: Sendable {
    var relative: String
    var exact: String
    var iso: String

    init(_ date: Date, now: Date) {
        let iso = date.formatted(.iso8601)
        self.iso = iso
        let (day, time) = (iso.prefix(10), iso.dropFirst(11).dropLast())
        exact = "\(day) \(time) UTC"
        relative = Self.words(seconds: Int(max(0, min(now.timeIntervalSince(date), 4e9))), date: String(day))
    }

    private static func words(seconds: Int, date: String) -> String {
        switch seconds {
        case ..<45: Texts["time.just-now"]
        case ..<90: Texts["time.minute-ago"]
        case ..<3_600: Texts["time.minutes-ago", ["count": (seconds + 30) / 60]]
        case ..<5_400: Texts["time.hour-ago"]
        case ..<86_400: Texts["time.hours-ago", ["count": (seconds + 1_800) / 3_600]]
        case ..<172_800: Texts["time.yesterday"]
        case ..<2_592_000: Texts["time.days-ago", ["count": seconds / 86_400]]
        default: date
        }
    }

    static let sampleDate = Date(timeIntervalSince1970: 1_790_000_000)
    static let sample = When(
        sampleDate, now: Date(timeIntervalSince1970: 1_790_000_300))
}

extension When: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "relative": relative
        case "exact": exact
        case "iso": iso
        default: nil
        }
    }
}
