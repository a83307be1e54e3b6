internal import CoinModel
internal import Foundation
internal import RawInput

/// Copies the data, pipelines and screens that come with the program into a folder, which is made if it is not there.
///
/// Of an installed program they lie in `../share/assay` from there; in a clone of the sources, in one of the folders above it.
///
/// - Throws: `OperationError` where the data is not found, or a file of that name holds something else.
public func layOutBundledData(
    in folder: String,
    besideProgram program: String,
    report: @escaping DiagnosticSink
) throws -> Diagnostic {
    let root = try bundledRoot(program)
    let files = try bundledFolders.flatMap { part -> [String] in
        let names = try FileManager.default.contentsOfDirectory(atPath: root + "/" + part)
        return names.filter { !$0.hasPrefix(".") && $0.contains(".") }.sorted().map { part + "/" + $0 }
    }
    var contentOfFile: [(file: String, bytes: [UInt8])] = []
    for file in files {
        let bytes = try contents(ofFile: root + "/" + file)
        let target = folder + "/" + file
        if FileManager.default.fileExists(atPath: target), try contents(ofFile: target) != bytes {
            let next = "the folder contains other files of that name; choose another folder"
            throw OperationError(.failed, "file-exists", place: target, next)
        }
        contentOfFile.append((target, bytes))
    }
    for (file, bytes) in contentOfFile {
        try OutputFile(file, in: .init(folder, .shared), reading: []).replace(with: bytes, report: report)
    }
    let next = "go on with `cd \(folder) && assay run pipelines/discovery.yaml`"
    let what = "\(files.count) files of bundled data, pipelines and screens"
    return Diagnostic(.note, "written", place: folder, "\(what); \(next)")
}

/// The folder of the screens that come with the program, which lies where `layOutBundledData` finds its files.
///
/// - Throws: `OperationError` where it is not found.
public func bundledScreens(besideProgram program: String) throws -> String { try bundledRoot(program) + "/screens" }

private let bundledFolders = ["data", "pipelines", "screens"]

/// The folder with what comes with a program: `../share/assay` of an installed one, in a clone one of the folders above it.
///
/// - Throws: `OperationError` where it is not found.
func bundledRoot(_ program: String) throws -> String {
    var place = URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent()
    var places = [place.deletingLastPathComponent().appendingPathComponent("share/assay")]
    while place.path != "/" {
        places.append(place)
        place.deleteLastPathComponent()
    }
    let found = places.first { root in
        ["data/coins.csv", "pipelines/discovery.yaml"].allSatisfy {
            FileManager.default.fileExists(atPath: root.appendingPathComponent($0).path)
        }
    }
    guard let found else {
        let next = "has no bundled data in ../share/assay; install it with `make install`"
        throw OperationError(.failed, "no-bundled-data", place: program, next)
    }
    return found.path
}
