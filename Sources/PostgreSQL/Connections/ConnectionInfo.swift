import CLibPQ

/// The address of a PostgreSQL server and the account that connects to it.
///
/// For parameters not given here, libpq uses its environment variables (`PGHOST` …) and its password file.
package struct ConnectionInfo: Sendable, Hashable {
    /// libpq's parameter keywords and their values (PostgreSQL manual, 34.1.2).
    package var parameters: [String: String]

    /// Creates an info from libpq's keywords: `host`, `port`, `user`, `dbname`, `password` …
    package init(parameters: [String: String]) { self.parameters = parameters }

    /// Parses `postgresql://user:password@host:port/database?keyword=value`, or `keyword=value` pairs.
    package init(url: String) throws(PostgreSQLError) {
        guard let options = PQconninfoParse(url, nil) else {
            // libpq's message quotes the text it could not parse, which may be a password.
            throw PostgreSQLError(
                kind: .usage,
                message: "the database address is neither a valid postgresql:// URL nor a list of valid keyword=value "
                    + "pairs")
        }
        defer { PQconninfoFree(options) }
        var parameters: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { parameters[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        self.parameters = parameters
    }

    /// One info for each host of a list, so that an unresponsive host does not use up the time of the others.
    ///
    /// For `prefer-standby` the list is not split, because libpq then needs all hosts: it looks for a standby first.
    var alternatives: [ConnectionInfo] {
        func list(_ keyword: String) -> [String] {
            (parameters[keyword] ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let count = max(list("host").count, list("hostaddr").count)
        guard count > 1, parameters["target_session_attrs"] != "prefer-standby" else { return [self] }
        return (0..<count).map { index in
            var one = self
            for keyword in ["host", "hostaddr", "port"] where parameters[keyword] != nil {
                let values = list(keyword)
                // A single port applies to all hosts.
                one.parameters[keyword] = index < values.count ? values[index] : values.last
            }
            return one
        }
    }

    /// Returns a copy that connects to the same server and database as another role, without a password.
    package func connecting(as role: ApplicationRole) -> ConnectionInfo {
        var other = self
        other.parameters["user"] = role.name
        other.parameters["password"] = nil
        return other
    }

    /// Returns a copy that connects to another database of the same server as the same user.
    package func database(_ name: String) -> ConnectionInfo {
        var other = self
        other.parameters["dbname"] = name
        return other
    }
}

extension ConnectionInfo: CustomStringConvertible, CustomDebugStringConvertible {
    /// The main parameters as `keyword=value` pairs, without passwords and keys.
    package var description: String {
        let shown = ["user", "host", "hostaddr", "port", "dbname", "service", "sslmode", "target_session_attrs"]
        return shown.compactMap { name in parameters[name].map { "\(name)=\($0)" } }.joined(separator: " ")
    }

    package var debugDescription: String { description }
}
