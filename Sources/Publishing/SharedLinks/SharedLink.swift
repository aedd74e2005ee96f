package import Foundation

/// A preview link, or a token for a test device, that a person or a program has created.
package struct SharedLink: Sendable, Hashable {
    /// The use of a link.
    package enum Kind: String, Sendable, Codable {
        /// Opens a preview in a browser.
        case preview
        /// Lets an app on a test device get a revision or an unsaved text.
        case device
    }

    /// The state of a link.
    package enum State: String, Sendable, Codable {
        case valid
        case expired
        case withdrawn
        /// The account that created the device token is disabled. The token serves nothing until the account is enabled
        /// again. Preview links stay valid.
        case authorDisabled = "author-disabled"
    }

    package let id: Int
    package let kind: Kind
    package let feature: String
    /// Nil for an unsaved text.
    package let revision: Int?
    package let expiresAt: Date
    package let state: State
    package let author: Actor
    package let createdAt: Date
}

/// The content that an app with a device token gets.
package struct DeviceContent: Sendable, Hashable {
    package let feature: Feature
    /// The former names under which clients still get the feature.
    package let formerNames: [String]
    /// The revision; nil for the unsaved text of the token's author.
    package let revision: Int?
    /// The text; nil if the author no longer has an unsaved text.
    package let bytes: [UInt8]?
}
