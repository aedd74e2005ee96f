import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ReadAPI

@Suite("The places of requests that take long") struct ConcurrencyLimiterTests {
    private final class Counts: Sendable {
        let admitted = Atomic(0)
        let refused = Atomic(0)

        /// Takes a place on a thread of its own and gives it back at once.
        func enter(_ limiter: ConcurrencyLimiter) {
            Thread.detachNewThread { [self] in
                do {
                    _ = try limiter.place()
                    admitted.add(1, ordering: .relaxed)
                } catch {
                    refused.add(1, ordering: .relaxed)
                }
            }
        }
    }

    @Test func `when the places are taken, some requests wait for one, and further ones are refused at once`() throws {
        let limiter = ConcurrencyLimiter(limit: 1, queue: 2, patience: .seconds(60))
        let counts = Counts()
        var place: ConcurrencyLimiter.Place? = try limiter.place()
        for _ in 0..<5 { counts.enter(limiter) }
        try waitUntil("the other requests are refused") { counts.refused.load(ordering: .relaxed) == 3 }
        #expect(counts.admitted.load(ordering: .relaxed) == 0)
        withExtendedLifetime(place) {}
        place = nil
        try waitUntil("the waiting requests have had the place") { counts.admitted.load(ordering: .relaxed) == 2 }
        #expect(counts.refused.load(ordering: .relaxed) == 3)
        #expect(throws: Never.self) { try limiter.place() }
    }

    @Test func `a request waits for a place for a limited time, and only while its client is connected`() throws {
        let place = try ConcurrencyLimiter(limit: 1, queue: 1, patience: .milliseconds(200)).taken()
        let start = ContinuousClock.now
        #expect(throws: Problem.self) { try place.limiter.place() }
        #expect(ContinuousClock.now - start >= .milliseconds(200))

        let patient = try ConcurrencyLimiter(limit: 1, queue: 1, patience: .seconds(60)).taken()
        let begin = ContinuousClock.now
        #expect(throws: Problem.self) { try patient.limiter.place { true } }
        #expect(ContinuousClock.now - begin < .seconds(30))
        // A client that leaves gives up its place in the queue.
        #expect(throws: Problem.self) { try patient.limiter.place { true } }
        withExtendedLifetime((place, patient)) {}
    }

    @Test func `a refusal says how many requests are open or being answered`() throws {
        let open = try ConcurrencyLimiter(limit: 1).taken()
        let busy = try ConcurrencyLimiter(limit: 1, queue: 1, patience: .zero).taken()
        let several = ConcurrencyLimiter(limit: 2)
        let places = try [several.place(), several.place()]
        #expect(Self.detail(open.limiter) == "1 such request is already open; ask again soon.")
        #expect(Self.detail(several) == "2 such requests are already open; ask again soon.")
        #expect(Self.detail(busy.limiter)?.hasPrefix("1 such request is being answered") == true)
        withExtendedLifetime((open, busy, places)) {}
    }

    private static func detail(_ limiter: ConcurrencyLimiter) -> String? {
        do throws(Problem) {
            _ = try limiter.place()
            return nil
        } catch {
            return error.detail
        }
    }
}

extension ConcurrencyLimiter {
    /// Returns the limiter with one of its places.
    fileprivate func taken() throws -> (limiter: ConcurrencyLimiter, place: Place) { (self, try place()) }
}
