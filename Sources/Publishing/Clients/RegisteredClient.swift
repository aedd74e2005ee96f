package import SchemaRepository

/// The newest registration of a build of an app, with the capabilities that it lists.
package struct RegisteredClient: Sendable, Hashable {
    package let registration: ClientRegistration
    package let capabilities: ClientCapabilities
}
