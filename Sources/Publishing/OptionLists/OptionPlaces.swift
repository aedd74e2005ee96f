import Foundation
import Synchronization

/// A cache of the positions of the items that filters match, so that every page takes the same time. Without the cache,
/// the database would have to find and skip all items before a page.
///
/// Positions are valid for one import of a list only, so the time of the import is part of the key.
final class OptionPlaces: Sendable {
    /// A filter and an import of a list.
    struct Key: Hashable {
        let list: Int
        let importedAt: Date
        let filter: OptionFilter
    }

    private struct Entry {
        let places: [Int32]
        /// The number of the last request that used the entry.
        var used: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var count = 0
        var requests = 0
    }

    private let state = Mutex(State())
    /// The maximum number of cached positions of all filters, four bytes each.
    private let limit: Int
    /// The maximum number of cached filters.
    private static let filterLimit = 500

    init(limit: Int = 4_000_000) { self.limit = limit }

    /// Returns the cached positions for a filter; if there are none, calls `find`, which returns the positions in
    /// ascending order, and caches the result unless it is too large.
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
            // Another thread may have stored the same positions in the meantime.
            guard state.entries[key] == nil else { return }
            state.entries[key] = Entry(places: found, used: state.requests)
            state.count += found.count
            while state.count > limit || state.entries.count > Self.filterLimit { Self.forget(in: &state) }
        }
        return found
    }

    /// The number of cached filters.
    var filters: Int { state.withLock(\.entries.count) }

    private static func forget(in state: inout State) {
        guard let oldest = state.entries.min(by: { $0.value.used < $1.value.used }) else { return }
        state.count -= oldest.value.places.count
        state.entries[oldest.key] = nil
    }
}
