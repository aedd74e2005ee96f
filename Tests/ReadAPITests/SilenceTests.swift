import Foundation
import MicroHTTP
import PostgreSQL
import TestSupport
import Testing

@testable import ReadAPI

/// Tests of a node behind a network that becomes silent without closing connections.
@Suite struct SilenceTests {
    private func node() throws -> (node: TestNode, proxy: StallingProxy) {
        var proxy: StallingProxy?
        let node = try TestNode { info in
            let made = try StallingProxy(to: info)
            proxy = made
            return made.info
        }
        return (node, try #require(proxy))
    }

    @Test func `a connection that became silent is given up, and the release is loaded on a new one`() throws {
        let (node, proxy) = try node()
        defer { proxy.stop() }
        _ = try node.publish("first", from: "9")
        let start = ContinuousClock.now
        proxy.silenceConnections()
        _ = try node.publish("second", from: "9")
        #expect(try node.get("9").body.contains("second"))
        // The node does not wait for the half-minute deadlines of large queries.
        #expect(start.duration(to: .now) < .seconds(25))
    }

    @Test func `a node whose database is silent reports it as away, with the time since its last confirmation`() throws
    {
        let (node, proxy) = try node()
        defer { proxy.stop() }
        _ = try node.publish("first", from: "9")
        proxy.silenceAll()
        let outcome = try node.release("second", from: "9")
        try waitUntil("the node says that the database is away") {
            let readiness = try node.readiness()
            let age = try #require(readiness.ageSeconds)
            // While the node says that the database is connected, the database confirmed the release less than 5
            // seconds ago.
            if readiness.database == "connected" { #expect(age < 5) }
            return readiness.database == "away"
        }
        #expect(try node.get("9").body.contains("first"))
        try waitUntil("the time since the last confirmation grows") {
            try #require(try node.readiness().ageSeconds) > 2.5
        }
        proxy.heal()
        _ = try node.waitUntilServed(outcome)
        #expect(try node.get("9").body.contains("second"))
        try waitUntil("the node follows the database") { try node.readiness().database == "connected" }
    }

    @Test func `a node that gets no notification queries the database`() throws {
        let (node, proxy) = try node()
        defer { proxy.stop() }
        proxy.dropNotifications()
        _ = try node.publish("first", from: "9")
        #expect(try node.get("9").body.contains("first"))
        #expect(try node.readiness().database == "connected")
    }
}
