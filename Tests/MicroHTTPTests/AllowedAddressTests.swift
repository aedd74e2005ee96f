import MicroHTTP
import Testing

@Suite("Addresses that may be connected to") struct AllowedAddressTests {
    @Test(arguments: [
        "127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "::1",
        "::ffff:127.0.0.1", "fe80::1", "fd00::1", "::", "localhost", "2130706433",
    ])
    func `this machine and private networks are not allowed`(host: String) {
        #expect(AllowedAddresses(networks: []).address(of: host) == .privateNetwork)
        #expect(IPAddress(host)?.isPublic != true)
    }

    @Test(arguments: ["192.0.2.1", "8.8.8.8", "2001:db8::1"])
    func `public addresses are allowed`(host: String) {
        #expect(AllowedAddresses(networks: []).address(of: host) == .address(host))
        #expect(IPAddress(host)?.isPublic == true)
    }

    @Test(arguments: [
        "127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "[::1]", "[::ffff:10.0.0.1]", "[fd00::1]", "2130706433",
        "127.1", "10.1.2.3.", "127.1.", "[fd00::1%lo]", "fd00::1%25lo", "[::1%251]",
    ])
    func `a host written as a private address is recognized without resolving names`(host: String) throws {
        #expect(AllowedAddresses(networks: []).forbids(literal: host))
        let networks = ["127.0.0.0/8", "10.0.0.0/8", "169.254.0.0/16", "::1", "fd00::/8"]
        #expect(!AllowedAddresses(networks: networks.compactMap(AddressBlock.init)).forbids(literal: host))
    }

    @Test(arguments: [
        "192.0.2.1", "192.0.2.1.", "[2001:db8::1]", "[2001:db8::1%251]", "localhost", "localhost.",
        "no-such-host.invalid", "", ".",
    ])
    func `names and public addresses do not count as private addresses`(host: String) {
        #expect(!AllowedAddresses(networks: []).forbids(literal: host))
    }

    @Test func `networks that the operator allows are allowed, also for names that resolve to them`() throws {
        let allowed = AllowedAddresses(networks: [try #require(AddressBlock("127.0.0.0/8"))])
        #expect(allowed.address(of: "127.0.0.1") == .address("127.0.0.1"))
        #expect(allowed.address(of: "localhost") == .address("127.0.0.1"))
        #expect(allowed.address(of: "10.0.0.1") == .privateNetwork)
        #expect(allowed.address(of: "no-such-host.invalid") == .unknownHost)
    }
}
