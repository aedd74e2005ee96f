import Foundation
import PostgreSQL

extension ConnectionInfo {
    /// The parameters as `keyword='value'` pairs (PostgreSQL manual, 34.1.1.1), for the environment of child processes.
    var keywordsAndValues: String {
        parameters.sorted { $0.key < $1.key }.map { keyword, value in
            let escaped = value.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "'", with: "\\'")
            return "\(keyword)='\(escaped)'"
        }.joined(separator: " ")
    }
}
