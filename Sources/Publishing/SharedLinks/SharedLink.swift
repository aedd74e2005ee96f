package import Foundation

/// A link to a preview, or a token of a test device, that was given out.
package struct SharedLink: Sendable, Hashable {
    /// The use of a link.
    package enum Kind: String, Sendable, Codable {
        /// Opens a preview in a browser.
        case preview
        /// Makes the read API serve a revision or an unsaved text to an app.
        case device
    }

    /// The state of a link.
    package enum State: String, Sendable, Codable {
        case valid
        case expired
        case withdrawn
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

/// The content that a device's token makes the read API serve.
package struct DeviceContent: Sendable, Hashable {
    package let feature: Feature
    /// The names under which the feature answers besides its own.
    package let formerNames: [String]
    /// The revision; nil for the unsaved text of the token's author.
    package let revision: Int?
    /// The text; nil if the author has no unsaved one.
    package let bytes: [UInt8]?
}
