internal import CoinTables
internal import GRDB

/// The tables of the store, and what identifies its file.
enum Schema {
    /// `PRAGMA user_version` of a store that this program reads and writes; nothing else was released.
    static let version = 1

    static func create(_ database: Database) throws {
        let coins = CoinTable.schema + EcosystemTable.schema + CrosswalkTable.schema + DetailTable.schema
        try database.execute(sql: facts + commits + coins)
        try database.execute(sql: "PRAGMA application_id = \(FileHeader.storeID); PRAGMA user_version = \(version)")
    }

    /// The table of stored rankings with these columns behind its own.
    static func ranking(_ columns: [RankingColumn]) -> String {
        let stored = columns.map { ", " + definition(of: $0) }.joined()
        return """
            CREATE TABLE ranking (
              run_id INTEGER NOT NULL REFERENCES ranking_run (run_id), position INTEGER NOT NULL, missing TEXT NOT NULL\(stored),
              PRIMARY KEY (run_id, position)
            ) WITHOUT ROWID;
            """
    }

    /// A column of a stored ranking.
    typealias RankingColumn = (name: String, type: CoinTables.Column.ValueType)

    static func definition(of column: RankingColumn) -> String { "\(column.name.quotedName) \(column.type.affinity)" }

    /// The columns of that table that are its own.
    static let ownColumnsOfRanking = 3

    /// Series, the ledger of loads, stored rankings and what is derived from them.
    private static let facts = """
        -- What series are about, under the source's own words: ids are dense, in order of first sight.
        CREATE TABLE entity (
          entity_id INTEGER PRIMARY KEY,
          kind TEXT NOT NULL CHECK (kind IN ('coin', 'repository', 'term', 'currency', 'market', 'protocol')),
          space TEXT NOT NULL, key TEXT NOT NULL, symbol TEXT, name TEXT, load_id INTEGER NOT NULL,
          UNIQUE (kind, space, key)
        ) STRICT;
        CREATE TABLE metric (
          metric_id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, unit TEXT NOT NULL
        ) STRICT;
        CREATE TABLE source (source_id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
        -- The first week with a commit of a repository among those that a load brought.
        CREATE TABLE first_activity (
          entity_id INTEGER NOT NULL REFERENCES entity (entity_id), load_id INTEGER NOT NULL, week INTEGER NOT NULL,
          PRIMARY KEY (entity_id, load_id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE search_term (
          entity_id INTEGER PRIMARY KEY REFERENCES entity (entity_id), term TEXT NOT NULL, region TEXT NOT NULL,
          category TEXT NOT NULL, granularity TEXT NOT NULL, coin TEXT, stem TEXT NOT NULL,
          first_week INTEGER NOT NULL, last_week INTEGER NOT NULL
        ) STRICT;
        -- The ledger: a row for each input, refused ones too; inputs of one transaction share a load_id.
        CREATE TABLE load (
          input_id INTEGER PRIMARY KEY, load_id INTEGER NOT NULL, status TEXT NOT NULL,
          kind TEXT NOT NULL, format TEXT NOT NULL, path TEXT NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
          digest TEXT NOT NULL, context TEXT NOT NULL, accepted_at TEXT NOT NULL,
          rows_accepted INTEGER NOT NULL, rows_unchanged INTEGER NOT NULL, rows_rejected INTEGER NOT NULL,
          -- `identity` tells the unchanged file of an input from others; NULL where only its bytes do. A forgotten load stays
          -- with the load that forgot it, and an input may be loaded again.
          identity INTEGER, forgotten_by INTEGER
        ) STRICT;
        CREATE INDEX load_by_size ON load (size) WHERE status = 'loaded';
        CREATE INDEX load_by_load ON load (load_id);
        CREATE INDEX load_by_digest ON load (digest, context) WHERE status = 'loaded';
        CREATE INDEX load_refused ON load (path, digest, context) WHERE status = 'refused';
        CREATE INDEX load_forgotten ON load (forgotten_by, load_id) WHERE forgotten_by IS NOT NULL;
        -- What a load has to do with an earlier one: it 'replaces' something that that one said, or 'rests-on' it, for what
        -- both say is stored once.
        CREATE TABLE load_link (
          load_id INTEGER NOT NULL, earlier_id INTEGER NOT NULL, relation TEXT NOT NULL,
          PRIMARY KEY (load_id, earlier_id, relation)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX load_link_by_earlier ON load_link (earlier_id, relation);
        -- Entities of which no fact is left, from a load on, until one that names them again.
        CREATE TABLE entity_absence (
          entity_id INTEGER NOT NULL REFERENCES entity (entity_id), load_id INTEGER NOT NULL, until INTEGER,
          PRIMARY KEY (entity_id, load_id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE reject (
          input_id INTEGER NOT NULL REFERENCES load (input_id), line INTEGER, field INTEGER,
          reason TEXT NOT NULL, detail TEXT NOT NULL
        ) STRICT;
        CREATE INDEX reject_by_input ON reject (input_id);
        -- The facts: one metric of one source x one bucket of time x one group of 256 entities.
        CREATE TABLE tile (
          tile_id INTEGER PRIMARY KEY, source_id INTEGER NOT NULL REFERENCES source (source_id),
          metric_id INTEGER NOT NULL REFERENCES metric (metric_id),
          resolution INTEGER NOT NULL, bucket INTEGER NOT NULL, entity_group INTEGER NOT NULL, load_id INTEGER NOT NULL, first_time INTEGER NOT NULL,
          last_time INTEGER NOT NULL, value_count INTEGER NOT NULL, bytes BLOB NOT NULL,
          -- Where not all values came with load_id: the load of each time, and of the values that came later than it.
          step_loads BLOB, own_loads BLOB
        ) STRICT;
        CREATE UNIQUE INDEX tile_by_place ON tile (source_id, metric_id, resolution, bucket, entity_group);
        -- Groups below zero are snapshots of a running week as they came, each over all entities.
        CREATE INDEX tile_as_it_came ON tile (source_id, bucket, metric_id) WHERE entity_group < 0;
        -- Values that a load replaced, with the loads that they came with.
        CREATE TABLE revision (
          revision_id INTEGER PRIMARY KEY, source_id INTEGER NOT NULL REFERENCES source (source_id),
          metric_id INTEGER NOT NULL REFERENCES metric (metric_id),
          resolution INTEGER NOT NULL, bucket INTEGER NOT NULL, entity_group INTEGER NOT NULL, load_id INTEGER NOT NULL, value_count INTEGER NOT NULL,
          bytes BLOB NOT NULL, loads BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX revision_by_place
          ON revision (source_id, metric_id, resolution, bucket, entity_group, load_id);
        -- Kept scores: `ranking` gets a column for each column that a ranking keeps, `columns` names those of a run.
        CREATE TABLE ranking_run (
          run_id INTEGER PRIMARY KEY, preset TEXT NOT NULL, as_of TEXT NOT NULL, options TEXT NOT NULL,
          ledger_mark INTEGER NOT NULL, title TEXT NOT NULL, notes TEXT NOT NULL, columns TEXT NOT NULL,
          UNIQUE (preset, as_of, options)
        ) STRICT;
        \(ranking([]))
        CREATE VIEW v_tile AS
          SELECT source.name AS source, metric.name AS metric, metric.unit, resolution, bucket, entity_group,
                 first_time, last_time, value_count, length(bytes) AS size, load_id
          FROM tile JOIN source USING (source_id) JOIN metric USING (metric_id);
        CREATE VIEW v_coverage AS
          SELECT source, metric, unit,
                 CASE resolution WHEN 0 THEN 'snapshot' WHEN 1 THEN 'day' ELSE 'week' END AS resolution,
                 date(first * seconds + offset, 'unixepoch') AS first, date(last * seconds + offset, 'unixepoch') AS last,
                 "values", tiles, bytes, buckets
          FROM (SELECT source.name AS source, metric.name AS metric, metric.unit, resolution,
                       min(first_time) AS first, max(last_time) AS last, sum(value_count) AS "values", count(*) AS tiles,
                       sum(length(bytes)) AS bytes, count(DISTINCT bucket) AS buckets,
                       CASE resolution WHEN 0 THEN 0.001 WHEN 1 THEN 86400 ELSE 7 * 86400 END AS seconds,
                       CASE resolution WHEN 2 THEN -4 * 86400 ELSE 0 END AS offset
                FROM tile JOIN source USING (source_id) JOIN metric USING (metric_id) WHERE value_count > 0
                GROUP BY source_id, metric_id, resolution);

        """

    /// Repositories' commits and names.
    private static let commits = """

        -- Repositories' commits. A developer is a digest of an address; addresses are kept nowhere.
        CREATE TABLE developer (
          developer_id INTEGER PRIMARY KEY, high INTEGER NOT NULL, low INTEGER NOT NULL, UNIQUE (high, low)
        ) STRICT;
        -- First eight bytes of the ids of commits without a parent: only where these agree do histories share commits.
        CREATE TABLE commit_root (
          entity_id INTEGER NOT NULL REFERENCES entity (entity_id),
          root INTEGER NOT NULL, load_id INTEGER NOT NULL,
          PRIMARY KEY (entity_id, root)
        ) STRICT, WITHOUT ROWID;
        -- A row for each load that read a repository: what it was like then. With is_whole its segments replace all earlier
        -- ones. A log has no landings; scope is what is told of authors: 0 nobody, 1 who is who in the repository, 2 who is who everywhere.
        CREATE TABLE commit_history (
          entity_id INTEGER NOT NULL REFERENCES entity (entity_id),
          source_id INTEGER NOT NULL REFERENCES source (source_id),
          load_id INTEGER NOT NULL, tip TEXT NOT NULL,
          mailmap INTEGER NOT NULL, upstream TEXT, covered INTEGER NOT NULL, newest INTEGER NOT NULL,
          commit_count INTEGER NOT NULL, is_whole INTEGER NOT NULL,
          is_rewritten INTEGER NOT NULL, is_log INTEGER NOT NULL, scope INTEGER NOT NULL,
          -- Numbers of developers who land commits at a rate no person does.
          programs TEXT NOT NULL DEFAULT '',
          -- Days of releases since 1970, those of tags; empty where none is known.
          releases TEXT NOT NULL DEFAULT '',
          PRIMARY KEY (entity_id, source_id, load_id)
        ) STRICT, WITHOUT ROWID;
        -- The commits that a load brought, by spans of 52 weeks of their landing.
        CREATE TABLE commit_segment (
          segment_id INTEGER PRIMARY KEY,
          entity_id INTEGER NOT NULL REFERENCES entity (entity_id),
          source_id INTEGER NOT NULL REFERENCES source (source_id),
          load_id INTEGER NOT NULL,
          bucket INTEGER NOT NULL, commit_count INTEGER NOT NULL, bytes BLOB NOT NULL
        ) STRICT;
        CREATE INDEX commit_segment_by_place ON commit_segment (entity_id, source_id, bucket);
        -- Names of one repository, by key: the former one and the one that followed, as a load said.
        CREATE TABLE repository_rename (
          load_id INTEGER NOT NULL, former TEXT NOT NULL, current TEXT NOT NULL,
          PRIMARY KEY (load_id, former)
        ) STRICT, WITHOUT ROWID;

        """
}

extension CoinTables.Column.ValueType {
    /// The type of a column of SQLite that holds such cells.
    var affinity: String {
        switch self {
        case .integer: "INTEGER"
        case .number: "REAL"
        case .text: "TEXT"
        }
    }

    /// What a column of such a type holds.
    init(affinity: String) { self = affinity == "INTEGER" ? .integer : affinity == "REAL" ? .number : .text }
}
