import Foundation
import HTTPTypes
import MicroHTTP
import Publishing

extension Renaming {
    /// The header fields that announce the present name to a client of a former one: `Deprecation` (RFC 9745), `Sunset`
    /// (RFC 8594) and a `Link` to the successor (RFC 5829).
    var fields: HTTPFields {
        [
            .deprecation: "@\(Int(since.timeIntervalSince1970))",
            .sunset: until.formatted(Self.httpDate),
            .link: "<\(Routes.features)\(name)>; rel=\"successor-version\"",
        ]
    }

    /// The format of dates in header fields (RFC 9110, section 5.6.7).
    private static let httpDate = Date.VerbatimFormatStyle(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .extended()) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
            \(second: .twoDigits) GMT
            """, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian))
}

extension HTTPField.Name {
    /// The time since which a resource is deprecated (RFC 9745).
    static let deprecation = constant("Deprecation")
    /// The time from which a resource may no longer be served (RFC 8594).
    static let sunset = constant("Sunset")
    /// Links to related resources (RFC 8288).
    static let link = constant("Link")
}
