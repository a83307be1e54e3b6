/// The part of an address that distinguishes developers.
public enum DeveloperAddress {
    /// The edition of these rules.
    public static let version = 1

    /// An address in lower case, all of GitHub's no-reply forms of one user name as one.
    public static func normalised(_ address: [UInt8]) -> [UInt8] {
        let address = address.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
        // 1234+name@users.noreply.github.com and name@users.noreply.github.com are one account.
        guard address.count > noReply.count, address.suffix(noReply.count).elementsEqual(noReply),
            let plus = address.firstIndex(of: UInt8(ascii: "+")), plus > 0,
            address[..<plus].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return address }
        return Array(address[(plus + 1)...])
    }

    private static let noReply = Array("@users.noreply.github.com".utf8)
}
