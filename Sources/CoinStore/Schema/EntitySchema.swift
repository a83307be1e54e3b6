/// The table of what series are about.
extension Schema {
    static let entities = entityTable("entity")

    /// What gives the table of a store of version 6 or earlier the kinds that version 7 brought.
    ///
    /// A condition of a table cannot be changed, so its rows move to a new one. The caller writes `v_latest` again.
    static let kindsSinceVersion6 =
        """
        DROP VIEW IF EXISTS v_latest;
        DROP VIEW v_weekly_activity;
        """ + entityTable("new_entity") + """

            INSERT INTO new_entity SELECT entity_id, kind, space, key, symbol, name, load_id FROM entity;
            DROP TABLE entity;
            ALTER TABLE new_entity RENAME TO entity;

            """ + activityView

    private static func entityTable(_ name: String) -> String {
        """

        -- What series are about, under the source's own words: ids are dense, in order of first sight.
        CREATE TABLE \(name) (
          entity_id INTEGER PRIMARY KEY,
          kind TEXT NOT NULL CHECK (kind IN ('coin', 'repository', 'term', 'currency', 'market')),
          space TEXT NOT NULL, key TEXT NOT NULL, symbol TEXT, name TEXT, load_id INTEGER NOT NULL,
          UNIQUE (kind, space, key)
        ) STRICT;

        """
    }

    static let activityView = """
        CREATE VIEW v_weekly_activity AS
          SELECT entity.name AS repository, source.name AS source,
                 date((week * 7 - 4) * 86400, 'unixepoch') AS week_start, commits, developers
          FROM weekly_activity JOIN entity USING (entity_id) JOIN source USING (source_id);

        """
}
