import Foundation
import Synchronization

/// The places of the items that filters found, kept so that a page costs the same at any depth: without them, the database
/// would find and skip all items before it again.
///
/// An import makes places useless, because they belong to the state of a list after one import.
final class OptionPlaces: Sendable {
    /// A filter of a list after one import.
    struct Key: Hashable {
        let list: Int
        let importedAt: Date
        let filter: OptionFilter
    }

    private struct Entry {
        let places: [Int32]
        /// The number of the request that used it last.
        var used: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var count = 0
        var requests = 0
    }

    private let state = Mutex(State())
    /// The maximum number of places of all filters, four bytes each.
    private let limit: Int
    /// The maximum number of filters.
    private static let filterLimit = 500

    init(limit: Int = 4_000_000) { self.limit = limit }

    /// Returns the places that a filter found, in ascending order; finds them if it is the first time.
    func places(_ key: Key, find: () throws -> [Int32]) rethrows -> [Int32] {
        let known = state.withLock { state -> [Int32]? in
            state.requests += 1
            state.entries[key]?.used = state.requests
            return state.entries[key]?.places
        }
        if let known { return known }
        let found = try find()
        guard found.count <= limit else { return found }
        state.withLock { state in
            // Two threads may find the same at the same time.
            guard state.entries[key] == nil else { return }
            state.entries[key] = Entry(places: found, used: state.requests)
            state.count += found.count
            while state.count > limit || state.entries.count > Self.filterLimit { Self.forget(in: &state) }
        }
        return found
    }

    /// The number of filters whose places are kept.
    var filters: Int { state.withLock(\.entries.count) }

    private static func forget(in state: inout State) {
        guard let oldest = state.entries.min(by: { $0.value.used < $1.value.used }) else { return }
        state.count -= oldest.value.places.count
        state.entries[oldest.key] = nil
    }
}
