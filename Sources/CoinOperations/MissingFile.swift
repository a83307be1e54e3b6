internal import CoinModel
internal import Foundation

/// What to say of a file that is not there: what was most likely meant, and the next step.
func missingFile(_ path: String) -> String {
    if path.hasPrefix("https://") || path.hasPrefix("http://") {
        return "is an address, and files are read here; download it, or ask a source with `assay fetch`"
    }
    let url = URL(fileURLWithPath: path)
    let folder = path.contains("/") ? (path as NSString).deletingLastPathComponent : ""
    do {
        let names = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
        let near = suggestion(for: url.lastPathComponent, among: names.filter { !$0.hasPrefix(".") }.sorted()) {
            (folder as NSString).appendingPathComponent($0)
        }
        return "does not exist; \(near ?? "check the name")"
    } catch {
        return "does not exist; check the name"
    }
}
