import ArgumentParser

/// What one serving process does.
enum ProcessRole: String, CaseIterable, ExpressibleByArgument, Sendable {
    case console
    case read
    case service
}
