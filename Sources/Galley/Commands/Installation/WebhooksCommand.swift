import ArgumentParser
import Foundation
import JSONText
import MicroHTTP
import Publishing

/// The command for webhooks.
struct WebhooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks", abstract: "Post events to addresses, and list and repeat the deliveries.",
        subcommands: [Add.self, List.self, Remove.self, Deliveries.self, Redeliver.self])

    /// Adds an address and prints its secret once.
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add an address; its secret is printed once.",
            discussion: """
                Each post has the header field Galley-Signature: sha256= and the hexadecimal HMAC-SHA-256 of \
                Galley-Timestamp, a full stop and the body. Addresses in private networks need  galley serve \
                --webhook-network;  if the host is written as such an IP address, give the same option here.
                """)

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The http or https URL to post to.") var address: String
        @Option(help: "A prefix of events to post, such as “release.” (the default) or “review.”; repeatable.")
        var event: [String] = []
        @Option(help: "A network of private addresses that galley serve allows: ADDRESS or ADDRESS/BITS; repeatable.")
        var webhookNetwork: [String] = []

        func validate() throws {
            for name in webhookNetwork where AddressBlock(name) == nil {
                throw ValidationError("--webhook-network \(name): write it as 192.0.2.1 or 192.0.2.0/24")
            }
        }

        func run() throws {
            let webhooks = try installation.open().webhooks
            let allowed = AllowedAddresses(networks: webhookNetwork.compactMap(AddressBlock.init))
            switch try webhooks.add(address, events: event, by: .operator, unless: allowed.forbids(literal:)) {
            case .added(let webhook, let secret):
                try format.reveal(
                    WebhookAnswer(webhook, secret: secret), text: "Added webhook \(webhook.id); its secret: \(secret)"
                ) {
                    (try? webhooks.remove(webhook.id, by: .operator)) == nil
                        ? "Nobody has seen the secret of webhook \(webhook.id); remove it: "
                            + "galley webhooks remove \(webhook.id)"
                        : "Webhook \(webhook.id) was removed, because nobody has seen its secret."
                }
            case .invalidAddress:
                try format.refuse(
                    "the address must have at most 2,000 bytes, begin with https:// or http:// and have a host; it "
                        + "must not contain a user name, spaces, quotation marks, backslashes, characters outside "
                        + "ASCII, or a port outside 1 to 65535")
            case .forbiddenHost(let host):
                try format.refuse(
                    "\(host) is in a private network; if  galley serve --webhook-network  allows it, add the same "
                        + "--webhook-network here")
            case .unknownEvent(let event):
                try format.refuse(
                    "“\(event)” cannot be posted; give a prefix that begins with one of these: "
                        + Webhook.postable.map { "“\($0)”" }.joined(separator: ", "))
            }
        }
    }

    /// Lists the addresses.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the addresses, newest first.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption

        func run() throws {
            let webhooks = try installation.open().webhooks.list()
            let lines = webhooks.map { "\($0.id) \($0.address): \($0.events.joined(separator: " "))" }
            try format.done(WebhookListAnswer(webhooks), lines: lines, orNone: "There are no webhooks.")
        }
    }

    /// Removes an address.
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove an address, so that no more events are posted to it.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The number, as galley webhooks list prints it.") var id: Int

        func run() throws {
            guard let webhook = try installation.open().webhooks.remove(id, by: .operator) else {
                try format.refuse("there is no webhook \(id)")
            }
            try format.done(WebhookAnswer(webhook), text: "Removed webhook \(id).")
        }
    }

    /// Lists deliveries.
    struct Deliveries: ParsableCommand {
        /// The maximum number of deliveries in the answer.
        private static let maximumDeliveries = 1_000

        static let configuration = CommandConfiguration(
            abstract: "List the deliveries, newest first, at most \(maximumDeliveries).")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "Only deliveries of this webhook.") var id: Int?

        func run() throws {
            let webhooks = try installation.open().webhooks
            let deliveries = try webhooks.deliveries(of: id, limit: Self.maximumDeliveries)
            // A removed webhook is not listed, but its deliveries are.
            if let id, deliveries.isEmpty, try !webhooks.list().contains(where: { $0.id == id }) {
                try format.refuse("there is no webhook \(id)")
            }
            let lines = deliveries.map { delivery in
                "\(delivery.id) \(delivery.action) \(delivery.subject): \(delivery.state.rawValue) after "
                    + "\(counted: delivery.attempts, "attempt")" + (delivery.status.map { ", \($0)" } ?? "")
                    + (delivery.fault.map { ", \($0)" } ?? "")
            }
            try format.done(WebhookDeliveryListAnswer(deliveries), lines: lines, orNone: "There are no deliveries.")
        }
    }

    /// Posts an event again.
    struct Redeliver: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Post an event again.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The delivery's number.") var id: Int

        func run() throws {
            guard try installation.open().webhooks.redeliver(id, by: .operator) else {
                try format.refuse("there is no delivery \(id), or its webhook was removed")
            }
            try format.done(["delivery": id], text: "Delivery \(id) will be posted again.")
        }
    }
}
