import Foundation
import Testing

/// What commands do to the files beside, below and instead of a store.
@Suite struct StoreFilesTests {
    /// Each folder of the script is the small store's; its lines are what is expected of it, and no other.
    private func expect(_ output: String, of script: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try SmallStore.with { store in
            let result = try store.run(script)
            #expect(result.output == output, "\(result.errors)", sourceLocation: sourceLocation)
        }
    }

    @Test(
        "An output behind a dangling link is rejected",
        arguments: ["dangling/sub/out.csv", "dangling/sub/deep/out.csv", "dangling/out.csv"]
    )
    func danglingFolder(output: String) throws {
        try SmallStore.with { store in
            let result = try store.run("ln -s nowhere dangling; assay rank --output \(output)")
            #expect(result.status == 1 && result.errors.contains("[cannot-write]"), "\(result.errors)")
        }
    }

    @Test("A file that only looks like a temporary file stays") func similarName() throws {
        try expect(
            "half\nassay.sqlite\nassay.sqlite.part-1\n",
            of: "echo half > assay.sqlite.part-1; assay store info > info; cat assay.sqlite.part-1; ls assay.sqlite*"
        )
    }

    @Test("The time limit of a query does not include a slow reader") func queryTimeout() throws {
        try expect(
            "2000000\n0\n",
            of: """
                { assay store sql "WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n LIMIT 1000)
                SELECT printf('%01999d', v) AS v FROM n" --timeout 0.9 --format csv; echo $? > status; } |
                { sleep 3; tail -n +2 | wc -c; }; cat status
                """
        )
    }

    @Test("Two concurrent loads of one new file load it once") func concurrentLoads() throws {
        try SmallStore.with { store in
            try store.write("more.csv", "date,coin_id,price_usd\n2024-03-25,bitcoin,68000\n")
            try store.write(
                "hold.py",
                """
                import sqlite3, subprocess, time
                store = sqlite3.connect("assay.sqlite", isolation_level=None)
                store.execute("BEGIN IMMEDIATE")
                command = ["assay", "load", "market", "more.csv", "--wait", "30"]
                loads = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(2)]
                time.sleep(2)
                store.execute("ROLLBACK")
                ends = [load.communicate()[1] for load in loads]
                print(*[load.returncode for load in loads], *sorted("1 loaded before" in end for end in ends))
                """
            )
            let result = try store.run("python3 hold.py")
            #expect(result.output == "0 0 False True\n", "\(result.errors)")
            #expect(try store.assay(["store", "check"]).status == 0)
        }
    }

    @Test("A store is created behind a dangling link") func danglingStore() throws {
        try expect(
            "new.sqlite\nlink.sqlite\nassay.sqlite\n0\n",
            of: """
                ln -s in/new.sqlite link.sqlite; assay load market market.csv --store link.sqlite --quiet
                ls -A in; find . -type l -name link.sqlite | cut -c3-; ls *.sqlite | grep -v link
                assay store check --store link.sqlite; echo $?
                """
        )
    }

    @Test("A store that cannot be created leaves nothing") func linkLoop() throws {
        try SmallStore.with { store in
            let result = try store.run(
                """
                ln -s a.sqlite b.sqlite; ln -s b.sqlite a.sqlite; ls -A > before
                timeout 10 assay load market market.csv --store a.sqlite; echo $?; ls -A | diff - before
                """
            )
            #expect(result.output.hasPrefix("1\n") || result.output.hasPrefix("2\n"), "\(result.output)")
            #expect(result.errors.contains("loop of links") && !result.output.contains(">"), "\(result.errors)")
        }
    }

    /// Names that SQLite reads otherwise than as files.
    @Test(
        "A store is the file of its name, even for names special to SQLite",
        arguments: [":memory:", "file:x.sqlite", "file:x.sqlite?mode=memory", "a%20b?c#d.sqlite"]
    )
    func strangeNames(name: String) throws {
        try SmallStore.with { store in
            let loaded = try store.assay(["load", "market", "market.csv", "--store", name])
            #expect(loaded.status == 0, "\(loaded.errors)")
            #expect(try store.names().contains(name) && !store.names().contains("x.sqlite"))
            for words in ["info", "check", "sql VALUES(1)", "backup file:copy", "compact", "rebuild"] {
                let command = words.split(separator: " ").map(String.init)
                let result = try store.assay(["store"] + command + ["--store", name])
                #expect(result.status == 0, "\(words): \(result.errors)")
            }
            #expect(try store.names().contains("file:copy"))
        }
    }

    @Test(
        "Another program's database is not changed",
        arguments: [
            "assay store info --store", "assay rank --store", "assay load market market.csv --store",
            "assay store compact --store", "assay store check --store", "assay store rebuild --store",
        ]
    )
    func foreignDatabase(command: String) throws {
        try SmallStore.with { store in
            let result = try store.run(
                """
                python3 - <<'PYTHON'
                import sqlite3
                for name, mode in [("wal", "WAL"), ("kept", "PERSIST")]:
                    other = sqlite3.connect(name)
                    other.execute("PRAGMA journal_mode = " + mode)
                    other.execute("CREATE TABLE t (x)")
                    other.commit()
                    other.close()
                PYTHON
                echo mine > wal-journal; cp kept-journal journal; echo note > text; echo mine > text-journal
                cksum wal* kept* text* > before
                for name in wal kept text absent; do \(command) $name; echo $?; done 2>&1 | grep -c 'not-a-store'
                cksum wal* kept* text* | diff - before
                """
            )
            #expect(result.output == "3\n", "\(result.errors)")
        }
    }

    @Test("Copies and rebuilt stores have the permissions of their store or target") func permissions() throws {
        try expect(
            "600\n640\n600\n604\n",
            of: """
                umask 022; chmod 600 assay.sqlite
                assay store backup new.sqlite --quiet; stat -c %a new.sqlite
                touch old.sqlite; chmod 640 old.sqlite
                assay store backup old.sqlite --force --quiet; stat -c %a old.sqlite
                assay store rebuild --output made.sqlite --quiet; stat -c %a made.sqlite
                chmod 604 assay.sqlite; assay store rebuild --quiet; stat -c %a assay.sqlite
                """
        )
    }

    @Test("As root copies and rebuilt stores have the owner of their store or target", .enabled(if: getuid() == 0))
    func storeOwner() throws {
        try expect(
            "12 34 600\n12 34 600\n56 78 640\n",
            of: """
                chmod 600 assay.sqlite; chown 12:34 assay.sqlite
                assay store rebuild --quiet; stat -c '%u %g %a' assay.sqlite
                assay store backup new.sqlite --quiet; stat -c '%u %g %a' new.sqlite
                touch old.sqlite; chown 56:78 old.sqlite; chmod 640 old.sqlite
                assay store backup old.sqlite --force --quiet; stat -c '%u %g %a' old.sqlite
                """
        )
    }

    @Test(
        "Files next to a rebuilt store are checked like other outputs",
        arguments: [
            ("mkfifo assay.sqlite.rebuilt", "is a pipe"), ("mkfifo assay.sqlite.damaged", "is a pipe"),
            ("ln -s market.csv assay.sqlite.rebuilt", "[output-is-input]"),
            ("ln assay.sqlite assay.sqlite.rebuilt", "[output-is-store]"),
            ("echo j > assay.sqlite.rebuilt-journal", "journal"), ("echo j > assay.sqlite.damaged-journal", "journal"),
        ]
    )
    func rebuildOutputs(making: String, word: String) throws {
        try SmallStore.with { store in
            let result = try store.run(
                "\(making); ls -A > before; assay store rebuild --replace; ls -A | diff - before"
            )
            #expect(result.output.isEmpty && result.errors.contains(word), "\(result.output)\(result.errors)")
        }
    }
}
