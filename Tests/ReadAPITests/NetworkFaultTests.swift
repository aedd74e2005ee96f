import Foundation
import Publishing
import Synchronization
import TestSupport
import Testing

@testable import ReadAPI

/// Tests of a node whose network to the database fails in several ways and delivers no notifications.
@Suite struct NetworkFaultTests {
    private enum Fault: CaseIterable {
        case silentConnections
        case silentNetwork
        case cutConnections
        case refusedConnections
    }

    private func cause(_ fault: Fault, in proxy: StallingProxy) {
        switch fault {
        case .silentConnections: proxy.silenceConnections()
        case .silentNetwork: proxy.silenceAll()
        case .cutConnections: proxy.cutConnections()
        case .refusedConnections: proxy.refuse()
        }
    }

    private func node() throws -> (node: TestNode, proxy: StallingProxy) {
        var proxy: StallingProxy?
        let node = try TestNode { info in
            let made = try StallingProxy(to: info)
            proxy = made
            return made.info
        }
        return (node, try #require(proxy))
    }

    @Test func `a node converges after every fault without a notification, and never goes back`() throws {
        let (node, proxy) = try node()
        defer { proxy.stop() }
        proxy.dropNotifications()
        _ = try node.publish("title 1", from: "9")
        let phone = Phone { try Observation(of: node) }
        phone.start()
        defer { phone.stop() }
        var chance = SeededNumbers(seed: 15)
        var longest = Duration.zero
        var newest = 1
        for round in 0..<12 {
            let fault = Fault.allCases[round % Fault.allCases.count]
            cause(fault, in: proxy)
            // The node queries every second, so the releases come before or after it notices the fault.
            usleep(UInt32.random(in: 0..<900_000, using: &chance))
            for _ in 0..<Int.random(in: 1...3, using: &chance) {
                guard case .released(let release, _) = try node.release("title \(newest + 1)", from: "9") else {
                    throw NotReleased(what: "title \(newest + 1)")
                }
                newest = release.number
            }
            let seen = phone.count
            try waitUntil("the phone reads during the fault") { phone.count >= seen + 3 }
            if Bool.random(using: &chance) { proxy.heal() } else { proxy.resume() }
            let healed = ContinuousClock.now
            try waitUntil("release \(newest) is served after \(fault)") { node.api.release == newest }
            longest = max(longest, healed.duration(to: .now))
            #expect(try node.get("9").body.contains("title \(newest)"))
        }
        phone.stop()
        #expect(phone.faults == [])
        #expect(phone.count >= 36)
        print("longest convergence after a fault: \(longest)")
        // The goal is two seconds; the rest is allowed for slow test machines.
        #expect(longest < .seconds(30))
    }

    @Test func `a node behind a blocked network gets no release, so the proxy really blocks`() throws {
        let (node, proxy) = try node()
        defer { proxy.stop() }
        _ = try node.publish("title 1", from: "9")
        for fault in [Fault.silentNetwork, .refusedConnections] {
            cause(fault, in: proxy)
            _ = try node.release("after \(fault)", from: "9")
            try waitUntil("the node notices that the database is away") { try node.readiness().database == "away" }
            #expect(node.api.release == 1)
            #expect(try node.get("9").body.contains("title 1"))
        }
    }

    @Test func `the phone notices a release that goes back, and two bodies of one release`() throws {
        let good = [Observation(release: 1, node: 1, body: "a"), Observation(release: 2, node: 3, body: "b")]
        func faults(_ observations: [Observation]) throws -> Int {
            let place = Atomic(0)
            let phone = Phone {
                observations[min(place.add(1, ordering: .relaxed).oldValue, observations.count - 1)]
            }
            phone.start()
            defer { phone.stop() }
            try waitUntil("the phone has read every answer") { phone.count >= observations.count }
            return phone.faults.count
        }
        #expect(try faults(good) == 0)
        #expect(try faults(good + [good[0]]) > 0)
        #expect(try faults(good + [Observation(release: 2, node: 2, body: "b")]) > 0)
        #expect(try faults(good + [Observation(release: 2, node: 3, body: "c")]) > 0)
    }
}

/// An answer of a node, with the release that its `/readyz` states.
private struct Observation: Sendable {
    let release: Int
    let node: Int
    let body: String

    init(release: Int, node: Int, body: String) {
        (self.release, self.node, self.body) = (release, node, body)
    }

    init(of node: TestNode) throws {
        let answer = try node.get("9")
        guard answer.status == 200, let release = answer.field("galley-release").flatMap({ Int($0) }) else {
            throw NotReleased(what: "status \(answer.status)")
        }
        self.init(release: release, node: try node.readiness().release ?? 0, body: answer.body)
    }
}

/// A client that reads repeatedly, and records every answer that is older than the one before or differs from one of
/// the same release.
private final class Phone: Sendable {
    private struct State {
        var isStopped = false
        var count = 0
        var newest = (release: 0, node: 0)
        var bodies: [Int: String] = [:]
        var faults: [String] = []
    }

    private let look: @Sendable () throws -> Observation
    private let state = Mutex(State())

    init(_ look: @escaping @Sendable () throws -> Observation) { self.look = look }

    var count: Int { state.withLock(\.count) }
    var faults: [String] { state.withLock(\.faults) }

    func start() {
        Thread.detachNewThread { [self] in
            while !state.withLock(\.isStopped) {
                do { note(try look()) } catch { state.withLock { $0.faults.append("\(error)") } }
            }
        }
    }

    func stop() { state.withLock { $0.isStopped = true } }

    private func note(_ observation: Observation) {
        state.withLock { state in
            guard !state.isStopped else { return }
            state.count += 1
            if observation.release < state.newest.release || observation.node < state.newest.node {
                state.faults.append("\(observation) after \(state.newest)")
            }
            let earlierBody = state.bodies.updateValue(observation.body, forKey: observation.release)
            if let earlierBody, earlierBody != observation.body {
                state.faults.append("two bodies of release \(observation.release)")
            }
            state.newest = (
                max(observation.release, state.newest.release), max(observation.node, state.newest.node)
            )
        }
    }
}
