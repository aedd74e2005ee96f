import Dispatch
import Foundation
import Logging
import MicroHTTP
import Publishing
import Synchronization

/// Posts events to the registered addresses, at most eight at the same time and one per webhook, so that one slow
/// receiver does not delay the others.
///
/// The database gives each attempt to one process for a limited time, its lease. After the end of the lease, another
/// process may make the attempt again, so every attempt ends earlier.
final class WebhookDispatch: Sendable {
    /// The number of attempts at the same time.
    private static let width = 8
    /// The number of rounds, one a second, after which old deliveries are deleted again.
    private static let pruning = 3_600

    private let webhooks: WebhookStore
    private let networks: [AddressBlock]
    private let isStopped = Atomic(false)
    private let rounds = Atomic(0)
    private let task = Mutex<PeriodicTask?>(nil)
    /// The ids of the webhooks to whose addresses an event is being posted.
    private let busy = Mutex<Set<Int>>([])
    private let queue = DispatchQueue(label: "galley.webhooks.posts", attributes: .concurrent)
    private let logger = Logger(label: "galley.webhooks")

    /// Creates the dispatch; `networks` are the private ones that the operator allows.
    init(webhooks: WebhookStore, networks: [AddressBlock]) {
        self.webhooks = webhooks
        self.networks = networks
    }

    /// Begins to look for events to post, once a second.
    func start() {
        let periodic = PeriodicTask("galley.webhooks", seconds: 1) { [self] in
            prune()
            round()
        }
        periodic.start()
        task.withLock { $0 = periodic }
    }

    /// Begins no further attempt.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        task.withLock { $0?.stop() }
    }

    private func prune() {
        guard rounds.add(1, ordering: .relaxed).oldValue % Self.pruning == 0 else { return }
        do { try webhooks.prune() } catch {
            // The database does not answer: old deliveries are deleted in an hour.
            logger.debug("webhooks wait", metadata: ["error": "\(error)"])
        }
    }

    private func round() {
        guard !isStopped.load(ordering: .relaxed) else { return }
        do {
            try busy.withLock { busy in
                guard busy.count < Self.width else { return }
                for attempt in try webhooks.take(limit: Self.width - busy.count, busy: busy) {
                    busy.insert(attempt.webhook)
                    queue.async { [self] in
                        post(attempt)
                        self.busy.withLock { _ = $0.remove(attempt.webhook) }
                        // The next event of the same address need not wait for a second.
                        round()
                    }
                }
            }
        } catch {
            // The database does not answer: the attempts are due again after their lease.
            logger.debug("webhooks wait", metadata: ["error": "\(error)"])
        }
    }

    private func post(_ attempt: WebhookAttempt) {
        let answer = WebhookPost(attempt, networks: networks).run()
        do {
            try webhooks.finish(attempt, status: answer.status, fault: answer.fault)
        } catch {
            logger.warning("the outcome of a webhook was not noted", metadata: ["error": "\(error)"])
        }
        if let fault = answer.fault {
            logger.warning(
                "a webhook failed", metadata: ["delivery": "\(attempt.delivery)", "reason": "\(fault)"])
        }
    }
}
