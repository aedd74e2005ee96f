package import Foundation
package import SchemaRepository

/// What a preview looks up outside its document; whoever serves the page says how. Nothing is looked up that the
/// document does not name.
package struct PreviewSources: Sendable {
    /// Items of an option list.
    package var options: @Sendable (OptionQuery) -> OptionAnswer
    /// The newest revision of a feature, checked; nil where there is none.
    package var document: @Sendable (_ feature: String) -> CheckedDocument?
    /// Saved data of the previewed feature, a JSON object, by its name; nil where there is none.
    package var filling: @Sendable (_ name: String) -> [UInt8]?
    /// The moment of drawing, whose day `today` means.
    package var now: Date

    /// Sources that know what is given; without anything but the time, as when a file is previewed by itself.
    package init(
        now: Date,
        options: @escaping @Sendable (OptionQuery) -> OptionAnswer = { _ in .unavailable },
        document: @escaping @Sendable (_ feature: String) -> CheckedDocument? = { _ in nil },
        filling: @escaping @Sendable (_ name: String) -> [UInt8]? = { _ in nil }
    ) {
        self.options = options
        self.document = document
        self.filling = filling
        self.now = now
    }
}
