import Foundation

extension String {
    /// The text with percent-encoded bytes decoded, or the text itself where they are not UTF-8.
    var removingPercentEncodingOrSame: String { removingPercentEncoding ?? self }
}
