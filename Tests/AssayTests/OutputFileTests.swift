import Foundation
import TestPrograms
import Testing

/// What `--output` may name, and what becomes of it.
@Suite struct OutputFileTests {
    /// Names for the store, from a shell that may make them first.
    @Test(
        "The store is never an output, under any name",
        arguments: [
            ("true", "assay.sqlite"), ("true", "./nowhere/../assay.sqlite"), ("ln -s assay.sqlite link", "link"),
            ("ln -s $PWD/assay.sqlite one; ln -s one two", "two"), ("ln assay.sqlite hard", "hard"),
            ("ln -s . here", "here/assay.sqlite"), ("true", "assay.sqlite-journal"),
            ("ln -s assay.sqlite-journal later", "later"), ("true", "assay.sqlite-wal"),
        ]
    )
    func storeNames(making: String, name: String) throws {
        try SmallStore.with { store in
            let before = try store.contents("assay.sqlite")
            let result = try store.run("mkdir nowhere; \(making); assay rank --format csv --output \(name)")
            #expect(result.status == 2 && result.output.isEmpty)
            #expect(result.errors.contains("assay: error: \(name): is "))
            #expect(result.errors.contains("assay.sqlite") && result.errors.contains("[output-is-store]"))
            #expect(try store.contents("assay.sqlite") == before)
            #expect(try !store.names().contains { $0.hasPrefix("assay.sqlite-") })
        }
    }

    /// The store of a plan is that of its definition, which a case tries.
    @Test(
        "No command writes its table into its store",
        arguments: try DescribedCommand.all().filter {
            $0.has("output") && $0.has("store") && $0.has("format") && $0.words != ["plan"]
        }
    )
    func storeAsOutput(_ command: DescribedCommand) throws {
        try SmallStore.with { store in
            let before = try store.contents("assay.sqlite")
            #expect(try store.run("mkdir screens").status == 0)
            try store.write("screens/revived-small-caps.yaml", "description: Which came back?\n")
            let words = try command.words + command.positionals() + ["--output", "assay.sqlite", "--format", "csv"]
            let result = try store.assay(words)
            #expect(result.status == 2 && result.errors.contains("[output-is-store]"), "\(result.errors)")
            #expect(try store.contents("assay.sqlite") == before)
        }
    }

    /// Commands that read files beside the store: what each of them reads it does not write.
    @Test(
        "No command writes into one of its inputs",
        arguments: [
            ("assay rank --preset classic --weights weights.csv --output weights.csv", "weights.csv"),
            ("assay score --preset classic --weights weights.csv --output ok.csv --output weights.csv", "weights.csv"),
            ("assay why bitcoin --weights weights.csv --output weights.csv", "weights.csv"),
            ("assay identity propose list.csv --ecosystems map.csv --output map.csv", "map.csv"),
            ("assay identity propose list.csv --output list.csv", "list.csv"),
            ("assay identity propose folder --output folder/new.csv", "folder/new.csv"),
            ("mkdir -p r.git/objects && assay commits r.git --output r.git/HEAD.csv", "r.git/HEAD.csv"),
            ("mkdir -p tree/.git && assay commits tree --output tree/.git/HEAD.csv", "tree/.git/HEAD.csv"),
            ("assay run in.yaml", "out/ranking.csv"), ("assay run own.yaml", "out/own.csv"),
            ("assay run store.yaml", "out/store.csv"),
        ]
    )
    func inputAsOutput(command: String, output: String) throws {
        try SmallStore.with { store in
            for name in ["weights.csv", "list.csv", "map.csv"] { try store.write(name, "classic:\n") }
            _ = try store.run(
                """
                mkdir folder out; ln market.csv out/ranking.csv; ln -s ../own.yaml out/own.csv
                ln -s ../assay.sqlite out/store.csv
                for name in ranking own store
                do printf 'inputs:\\n  market: market.csv\\noutputs:\\n  - '$name'.csv\\n' > $name.yaml
                done; mv ranking.yaml in.yaml
                """
            )
            let read = ["weights.csv", "list.csv", "map.csv", "market.csv", "own.yaml", "assay.sqlite"]
            let before = try read.map(store.contents)
            let result = try store.run(command)
            #expect(result.status == 2, "\(result.errors)")
            #expect(result.errors.contains("\(output): ") && result.errors.contains("[output-is-"))
            #expect(try read.map(store.contents) == before)
            #expect(!FileManager.default.fileExists(atPath: store.folder.path + "/ok.csv"))
        }
    }

    @Test(
        "Two outputs with one file are rejected",
        arguments: [
            "assay score --output a.csv --output ./a.csv",
            "ln -s a.csv b.csv; assay score --output a.csv --output b.csv",
        ]
    )
    func sameOutput(command: String) throws {
        try SmallStore.with { store in
            let result = try store.run(command)
            #expect(result.status == 2 && result.errors.contains("[output-twice]"), "\(result.errors)")
            #expect(try !store.names().contains("a.csv"))
        }
    }

    @Test(
        "An output that is not a regular file is rejected without waiting",
        arguments: [
            ("mkfifo it.csv", "a pipe"), ("ln -s /dev/full it.csv", "a device"), ("mkdir it.csv", "a folder"),
            ("ln -s loop.csv it.csv; ln -s it.csv loop.csv", "a loop"),
            ("python3 -c \"import socket; socket.socket(socket.AF_UNIX).bind('it.csv')\"", "a socket"),
        ]
    )
    func notRegular(making: String, kind: String) throws {
        try SmallStore.with { store in
            let result = try store.run("\(making) && ls -l it.csv > before && timeout 10 assay rank --output it.csv")
            #expect(result.status == 2 && result.errors.contains("it.csv: is \(kind)"), "\(result.errors)")
            #expect(try store.run("ls -l it.csv | cmp - before").status == 0)
        }
    }

    @Test(
        "Backup and rebuild reject the same outputs as other commands",
        arguments: [
            ("assay store backup hard --force", "[output-is-store]"),
            ("assay store rebuild --output assay.sqlite --replace", "[output-is-store]"),
            ("assay store rebuild --output market.csv --replace", "[output-is-input]"),
            ("assay store backup pipe --force", "pipe: is a pipe"),
            ("assay store backup folder --force", "folder: is a folder"),
            ("assay store rebuild --output pipe --replace", "pipe: is a pipe"),
        ]
    )
    func storeOutputs(command: String, word: String) throws {
        try SmallStore.with { store in
            let read = ["assay.sqlite", "market.csv"]
            let before = try read.map(store.contents)
            let result = try store.run("ln assay.sqlite hard; mkfifo pipe; mkdir folder; \(command)")
            #expect(result.status == 2 && result.errors.contains(word), "\(result.errors)")
            #expect(try read.map(store.contents) == before && store.run("test -p pipe").status == 0)
        }
    }

    @Test("An output that is standard output is written through") func standardOutput() throws {
        try SmallStore.with { store in
            let same = try store.run(
                "assay store info --format csv > direct; assay store info --format csv --output /dev/stdout | cmp - direct"
            )
            #expect(same.status == 0, "\(same.errors)")
            #expect(
                try store.run("assay store info --format csv --output /dev/stdout > to && cmp to direct").status == 0
            )
        }
    }

    @Test("A link stays, and its target is replaced with its permissions") func links() throws {
        try SmallStore.with { store in
            let result = try store.run(
                """
                set -e
                assay store info --format csv > right
                mkdir in; echo old > in/target.csv; chmod 600 in/target.csv; ln -s in/target.csv link.csv
                assay store info --output link.csv --quiet
                test -L link.csv; cmp in/target.csv right; stat -c %a in/target.csv
                ln -s in/new.csv dangling.csv; (umask 027; assay store info --output dangling.csv --quiet)
                test -L dangling.csv; cmp in/new.csv right; stat -c %a in/new.csv
                echo old > two.csv; ln two.csv names.csv; assay store info --output two.csv
                cmp two.csv right; cat names.csv
                """
            )
            #expect(result.status == 0 && result.output == "600\n640\nold\n", "\(result.output)\(result.errors)")
            #expect(result.errors.contains("assay: note: two.csv: ") && result.errors.contains("[other-names]"))
        }
    }

    @Test("As root a replaced file has its old owner", .enabled(if: getuid() == 0)) func ownerStays() throws {
        try SmallStore.with { store in
            let result = try store.run(
                "touch a.csv; chown 12:34 a.csv; chmod 640 a.csv; assay rank --output a.csv --quiet; stat -c '%u %g %a' a.csv"
            )
            #expect(result.output == "12 34 640\n")
        }
    }

    /// Whether another than root may start what was built.
    private static let isProgramEverybodys: Bool = {
        var folder = Program.products
        while folder.path != "/" {
            var status = stat()
            guard stat(folder.path, &status) == 0, status.st_mode & 1 == 1 else { return false }
            folder.deleteLastPathComponent()
        }
        return true
    }()

    /// Who is in the group of a file may not give the new one to its owner, but to the group.
    @Test("A replaced file has its old group if the user is in it", .enabled(if: getuid() == 0 && isProgramEverybodys))
    func groupStays() throws {
        try SmallStore.with { store in
            let result = try store.run(
                """
                touch a.csv; cp assay.sqlite b.sqlite; chown 12:34 a.csv b.sqlite; chmod 660 a.csv b.sqlite
                chown -R 56:78 . 2> /dev/null; chown 12:34 a.csv b.sqlite; chmod 777 .
                python3 - <<'PYTHON'
                import os, subprocess
                for command in ["store info --output a.csv", "store backup b.sqlite --force"]:
                    subprocess.run(["assay", *command.split(), "--quiet"], user=56, group=78, extra_groups=[34], check=True)
                PYTHON
                stat -c '%u %g %a' a.csv b.sqlite
                """
            )
            #expect(result.output == "56 34 660\n56 34 660\n", "\(result.errors)")
        }
    }

    @Test("A write that fails leaves the old file and no temporary files") func failedWrite() throws {
        try SmallStore.with { store in
            let result = try store.run(
                """
                echo old > all.html; assay score --quiet; ls -A > before
                (ulimit -f 4; assay rank --output all.html 2>&1 | cat); ls -A | diff - before; cat all.html
                """
            )
            #expect(
                result.output.contains("all.html: could not take its ")
                    && result.output.hasSuffix("[cannot-write]\nold\n")
            )
        }
    }

    @Test("An output with the same bytes is not written again") func unchangedOutput() throws {
        try SmallStore.with { store in
            let result = try store.run(
                "for n in 1 2; do assay rank --output a.csv --quiet; stat -c '%i %Y' a.csv; touch -d 2020-01-01 a.csv; done"
            )
            let lines = result.output.split(separator: "\n").map { $0.split(separator: " ") }
            #expect(lines.count == 2 && lines[0][0] == lines[1][0] && lines[1][1] == "1577836800")
        }
    }

    @Test("Temporary files of killed processes are removed by the next write") func abandonedDrafts() throws {
        try SmallStore.with { store in
            // Its lock went with it; another's that is alive is held.
            let result = try store.run(
                """
                echo half > .other.html.assay-part-4711; echo half > .a.csv.assay-part-4712-1
                echo half > .a.csv.assay-part-4713; echo mine > .a.csv.part-4714; echo mine > .assay-part-mine
                flock .a.csv.assay-part-4713 sh -c 'assay rank --output a.csv --quiet; ls -A' | grep part
                """
            )
            #expect(result.output == ".a.csv.assay-part-4713\n.a.csv.part-4714\n.assay-part-mine\n", "\(result.errors)")
        }
    }

    @Test("The ending of an output names its format, and unknown endings are rejected") func endings() throws {
        try SmallStore.with { store in
            for name in ["r.xls", "r.parquet", "r.CSVX", "r.csv.gz", "v1.0"] {
                let result = try store.assay(["rank", "--output", name])
                #expect(
                    result.status == 2 && result.errors.contains("\(name): ends like no format"),
                    "\(result.errors)"
                )
                #expect(result.errors.contains("table, csv, tsv, json, ndjson, md, html, xlsx"))
                #expect(try !store.names().contains(name))
            }
            #expect(try store.assay(["score", "--output", "r.xls"]).status == 2)
            #expect(try store.assay(["rank", "--format", "xls"]).status == 2)
            try store.write("p.yaml", "store: new.sqlite\ninputs:\n  market: market.csv\noutputs:\n  - r.xls\n")
            let run = try store.assay(["run", "p.yaml"])
            #expect(run.status == 2 && run.errors.contains("r.xls: ends like no format"), "\(run.errors)")
            #expect(try !store.names().contains("new.sqlite"))
            // Too few coins to rank any; the table is written all the same.
            let shown = try store.assay(["rank", "--format", "csv"]).output
            for name in ["r.csv", "R.CSV", "dir.d/r.csv"] {
                #expect(try store.assay(["rank", "--output", name]).status == 8)
                #expect(try store.contents(name) == Data(shown.utf8))
            }
            #expect(try store.assay(["rank", "--output", "v1.0", "--format", "csv"]).status == 8)
            #expect(try store.contents("v1.0") == Data(shown.utf8))
            let table = try store.assay(["rank", "--format", "table", "--columns", "coin_id"]).output
            for name in ["r.txt", "dir.d/r", ".r"] {
                #expect(try store.assay(["rank", "--columns", "coin_id", "--output", name]).status == 8)
                #expect(try store.contents(name) == Data(table.utf8))
            }
        }
    }
}
