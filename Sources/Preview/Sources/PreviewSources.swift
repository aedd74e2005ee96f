package import Foundation
package import SchemaRepository

/// The lookups of a preview outside its document, provided by the page's server. Lists and features are looked up only
/// by names in documents, saved test data by the name in the page's URL.
package struct PreviewSources: Sendable {
    /// Returns items of an option list.
    package var options: @Sendable (OptionQuery) -> OptionAnswer
    /// Returns a revision of a feature, checked: the newest, or for a link the newest when the link was made. Nil if
    /// there is none.
    package var document: @Sendable (_ feature: String) -> CheckedDocument?
    /// Returns saved test data of the previewed feature, a JSON object, by name; nil if there is none.
    package var filling: @Sendable (_ name: String) -> [UInt8]?
    /// The time of drawing; its day is `today` in questionnaires.
    package var now: Date

    /// Creates sources from lookups. The default lookups find nothing, as for a file that is previewed on its own.
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
