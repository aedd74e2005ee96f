package import SchemaRepository

/// A build of an app that counts: its newest registration and what that lists.
package struct RegisteredClient: Sendable, Hashable {
    package let registration: ClientRegistration
    package let capabilities: ClientCapabilities
}
