#if os(Linux)
    internal import Glibc

    /// The modules by which the C library finds the addresses of hosts.
    enum NameService {
        /// Loads the modules that the system's settings name for hosts, and looks up a host that needs no network.
        ///
        /// A look-up loads a module when it first gets to it, and where programs may not be mapped any more it passes
        /// over it. One look-up ends at the first module that knows the host, so the others are loaded by name.
        static func loadModules() {
            for module in modules() { unsafe dlopen("libnss_\(module).so.2", RTLD_NOW) }
            var found: UnsafeMutablePointer<addrinfo>?
            if unsafe getaddrinfo("localhost", nil, nil, &found) == 0 { unsafe freeaddrinfo(found) }
        }

        /// What the line `hosts:` of `nsswitch.conf` names, without what is to be done when one fails.
        private static func modules() -> [Substring] {
            guard let file = unsafe fopen("/etc/nsswitch.conf", "re") else { return [] }
            defer { unsafe fclose(file) }
            var text = [UInt8](repeating: 0, count: 64 << 10)
            let count = unsafe fread(&text, 1, text.count, file)
            let lines = String(decoding: text[..<count], as: UTF8.self).split(whereSeparator: \.isNewline)
            guard let line = lines.first(where: { $0.hasPrefix("hosts:") }) else { return [] }
            return line.dropFirst("hosts:".count).split(whereSeparator: \.isWhitespace).filter { word in
                word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
            }
        }
    }
#endif
