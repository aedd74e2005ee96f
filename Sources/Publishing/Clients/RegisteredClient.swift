package import SchemaRepository

/// The valid registration of a build of an app, with the capabilities that its file lists.
package struct RegisteredClient: Sendable, Hashable {
    package let registration: ClientRegistration
    package let capabilities: ClientCapabilities
}
