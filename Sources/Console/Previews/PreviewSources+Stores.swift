import Foundation
import JSONText
import Logging
import Preview
import Publishing
import SchemaRepository

extension PreviewSources {
    /// Creates the sources for the preview of a feature's document; without a feature there is no saved test data.
    ///
    /// For other features, the newest revision is read: with `event`, the newest before the audit event with this
    /// number; without, the newest now.
    ///
    /// Failed lookups are logged, and the preview is drawn without their result.
    init(
        stores: Stores, repository: SchemaRepository, feature: String?, now: Date, event: Int? = nil, logger: Logger,
        work: WorkBudget = WorkBudget()
    ) {
        let failed: @Sendable (String, any Error) -> Void = { what, error in
            logger.error("preview could not look up", metadata: ["what": "\(what)", "error": "\(error)"])
        }
        self.init(
            now: now,
            options: { query in
                do {
                    return OptionAnswer(try stores.optionLists.page(query))
                } catch {
                    failed("option list \(query.list)", error)
                    return .unavailable
                }
            },
            document: { name in
                do {
                    guard let found = try stores.features.feature(named: name),
                        let head = try event.map({ try stores.revisions.head(of: name, beforeEvent: $0) })
                            ?? stores.revisions.head(of: name)
                    else { return nil }
                    return repository.check(head.bytes, kind: repository.kind(named: found.kind), work: work)
                } catch {
                    failed("feature \(name)", error)
                    return nil
                }
            },
            filling: { name in
                guard let feature else { return nil }
                do {
                    return try stores.fillings.filling(named: name, of: feature).map { Array($0.data.utf8) }
                } catch {
                    failed("filling \(name) of \(feature)", error)
                    return nil
                }
            })
    }
}

extension OptionListStore {
    /// Returns the page of an option list for a query.
    fileprivate func page(_ query: OptionQuery) throws -> OptionPageOutcome {
        switch query.start {
        case .offset(let offset):
            try page(of: query.list, matching: OptionFilter(query), offset: offset, limit: query.limit)
        case .nextKey(let nextKey):
            try page(of: query.list, matching: OptionFilter(query), nextKey: nextKey, limit: query.limit)
        }
    }
}
