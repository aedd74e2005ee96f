import ArgumentParser

/// The role of a serving process.
enum ProcessRole: String, CaseIterable, ExpressibleByArgument, Sendable {
    case console
    case read
    case service
}
