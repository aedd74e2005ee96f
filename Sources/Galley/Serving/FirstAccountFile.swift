import Foundation

/// The account that the first start created, with its password.
struct FirstAccount {
    let name: String
    let password: String
}

/// The file `first-account.txt` in the data directory, which keeps the first account's password until someone deletes
/// it.
struct FirstAccountFile {
    private let url: URL?

    /// Creates the file's address; without a data directory nothing is stored.
    init(dataDirectory: String?) {
        url = dataDirectory.map { URL(fileURLWithPath: $0).appendingPathComponent("first-account.txt") }
    }

    /// Writes the account so that only the file's owner can read it.
    func write(_ account: FirstAccount) throws {
        guard let url else { return }
        let text = "\(account.name)\n\(account.password)\n"
        guard
            FileManager.default.createFile(
                atPath: url.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { throw CommandError("\(url.path) cannot be written") }
    }
}
