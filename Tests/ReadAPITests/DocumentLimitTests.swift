import Foundation
import HTTPTypes
import MicroHTTP
import Synchronization
import TestSupport
import Testing

@testable import ReadAPI

@Suite("Building manifests and bundles in turn") struct DocumentLimitTests {
    private final class Answers: Sendable {
        /// The documents that were answered; nil for a refusal.
        let documents = Mutex<[ServedDocument?]>([])

        var all: [ServedDocument?] { documents.withLock { $0 } }

        /// Requests a document on a thread of its own.
        func ask(_ target: String, in index: ReadIndex, _ limits: DocumentLimits) {
            Thread.detachNewThread { [self] in
                let outcome = try? ReadResolver(state: ServingState(index: index), limits: limits).outcome(of: target)
                var document: ServedDocument?
                if case .document(let answered)? = outcome { document = answered }
                let answered = document
                documents.withLock { $0.append(answered) }
            }
        }
    }

    @Test(arguments: ["manifest", "bundle", "bundle?features=large"])
    func `threads that ask for the same document at the same time build it once`(_ path: String) throws {
        let index = try BundleLimitTests.index(versions: 1, size: 300_000)
        let limits = DocumentLimits.ofConnections()
        let answers = Answers()
        let target = "/v1/\(path)\(path.contains("?") ? "&" : "?")platform=ios&client_version=1"
        for _ in 0..<24 { answers.ask(target, in: index, limits) }
        try waitUntil("all requests are answered") { answers.all.count == 24 }
        let documents = answers.all.compactMap(\.self)
        #expect(documents.count == 24 && Set(documents.map { ObjectIdentifier($0) }).count == 1)
    }

    @Test func `a thread whose turn does not come in time is refused`() throws {
        let limit = DocumentLimit(
            concurrencyLimiter: ConcurrencyLimiter(limit: 1, queue: 1, patience: .milliseconds(20)))
        let refusal = try #require(throws: Problem.self) {
            try limit.inTurn { () throws(Problem) -> Int in try limit.inTurn { () throws(Problem) -> Int in 1 } }
        }
        #expect(refusal.kind == .overloaded && refusal.detail.contains("cannot assemble"))
        let one = try limit.inTurn { () throws(Problem) -> Int in 1 }
        #expect(one == 1)
    }

    @Test func `after a few documents at once, building takes at most a quarter of the time`() {
        let rateLimiter = BuildRateLimiter()
        let start = ContinuousClock.now + .seconds(10)
        #expect(rateLimiter.admits(at: start))
        rateLimiter.spend(.milliseconds(90), at: start)
        #expect(rateLimiter.admits(at: start))
        rateLimiter.spend(.milliseconds(60), at: start)
        #expect(!rateLimiter.admits(at: start + .milliseconds(199)))
        #expect(rateLimiter.admits(at: start + .milliseconds(201)))
        // Time in which nothing is built is not saved up.
        rateLimiter.spend(.milliseconds(101), at: start + .seconds(3_600))
        #expect(!rateLimiter.admits(at: start + .seconds(3_600)))
    }

    @Test func `a client that requests a new document each time gets at most half of the building time`() throws {
        let rateLimiter = BuildRateLimiter()
        let start = ContinuousClock.now + .seconds(10)
        let (greedy, other) = (try #require(IPAddress("192.0.2.1")), try #require(IPAddress("192.0.2.2")))
        rateLimiter.spend(.milliseconds(60), for: greedy, at: start)
        #expect(!rateLimiter.admits(greedy, at: start + .milliseconds(79)))
        #expect(
            rateLimiter.admits(other, at: start + .milliseconds(79))
                && rateLimiter.admits(at: start + .milliseconds(79)))
        #expect(rateLimiter.admits(greedy, at: start + .milliseconds(81)))

        // Without its own limit, the greedy client would use up every moment in which a document may be built.
        var builds = 0
        for step in 0..<1_000 {
            let now = start + .seconds(10) + .milliseconds(10 * step)
            if step % 10 == 0 {
                #expect(rateLimiter.admits(other, at: now), "\(step)")
                rateLimiter.spend(.milliseconds(10), for: other, at: now)
            }
            guard rateLimiter.admits(greedy, at: now) else { continue }
            builds += 1
            rateLimiter.spend(.milliseconds(10), for: greedy, at: now)
        }
        // An eighth of ten seconds in builds of 10 milliseconds, and a few more at the beginning.
        #expect((125...132).contains(builds))
    }

    @Test func `an event loop refuses a client for which it has built documents for too long, and serves others`()
        throws
    {
        let index = try BundleLimitTests.index(versions: 2, size: 1_000)
        let limits = DocumentLimits.ofLoops()
        let handler = ReadHandler(shared(index, limits), isCounting: false)
        let (greedy, other) = (IPAddress("192.0.2.1"), IPAddress("192.0.2.2"))
        limits.chosen.rateLimiter?.spend(.milliseconds(99), for: greedy)
        let target = Array("/v1/bundle?features=small&platform=ios&client_version=1".utf8)
        #expect(handler.answer(ReadRequest(target: target, client: greedy))?.status.code == 503)
        #expect(handler.answer(ReadRequest(target: target, client: other))?.status.code == 200)
    }

    @Test func `an event loop that has built bundles for too long serves cached ones and refuses others`() throws {
        let index = try BundleLimitTests.index(versions: 2, size: 1_000)
        let limits = DocumentLimits.ofLoops()
        let handler = ReadHandler(shared(index, limits), isCounting: false)
        func status(_ path: String, _ version: Int) -> Int? {
            let target = "/v1/\(path)platform=ios&client_version=\(version)"
            return handler.answer(ReadRequest(target: Array(target.utf8)))?.status.code
        }
        #expect(status("bundle?", 1) == 200 && status("bundle?features=small&", 1) == 200)
        limits.bundle.rateLimiter?.spend(.seconds(60))
        limits.chosen.rateLimiter?.spend(.seconds(60))
        #expect(status("bundle?", 1) == 200 && status("bundle?features=small&", 1) == 200)
        #expect(status("bundle?", 2) == 503 && status("bundle?features=small&", 2) == 503)
        #expect(status("manifest?", 2) == 200 && status("features/small?", 2) == 200)
    }

    private func shared(_ index: ReadIndex, _ limits: DocumentLimits) -> SharedState {
        let shared = SharedState(limits: limits)
        shared.replace { $0.index = index }
        return shared
    }
}
