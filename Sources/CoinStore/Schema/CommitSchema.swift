enum CommitSchema {
    /// The tables, of which those of `histories` are so since version 3 of the schema.
    static let tables = """

        -- Repositories' commits. A developer is a digest of an address; addresses are kept nowhere.
        CREATE TABLE developer (
          developer_id INTEGER PRIMARY KEY, high INTEGER NOT NULL, low INTEGER NOT NULL, UNIQUE (high, low)
        ) STRICT;
        -- First eight bytes of the ids of commits without a parent: only where these agree do histories share commits.
        CREATE TABLE commit_root (
          entity_id INTEGER NOT NULL REFERENCES entity,
          root INTEGER NOT NULL, load_id INTEGER NOT NULL,
          PRIMARY KEY (entity_id, root)
        ) STRICT, WITHOUT ROWID;
        """ + histories

    private static let histories = """

        -- A row for each load that read a repository: what it was like then. With is_whole its segments stand in place of
        -- all earlier ones, with is_retold some of theirs tell known commits anew, which then hold. A log tells no
        -- landings; scope is what is told of authors: 0 nobody, 1 who is who in the repository, 2 who is who everywhere.
        CREATE TABLE commit_history (
          entity_id INTEGER NOT NULL REFERENCES entity, source_id INTEGER NOT NULL REFERENCES source,
          load_id INTEGER NOT NULL, tip TEXT NOT NULL,
          mailmap INTEGER NOT NULL, upstream TEXT, covered INTEGER NOT NULL, newest INTEGER NOT NULL,
          commit_count INTEGER NOT NULL, is_whole INTEGER NOT NULL, is_retold INTEGER NOT NULL,
          is_rewritten INTEGER NOT NULL, is_log INTEGER NOT NULL, scope INTEGER NOT NULL,
          -- Numbers of developers who land commits at a rate no person does.
          programs TEXT NOT NULL DEFAULT '',
          PRIMARY KEY (entity_id, source_id, load_id)
        ) STRICT, WITHOUT ROWID;
        -- The commits that a load brought, by spans of 52 weeks of their landing.
        CREATE TABLE commit_segment (
          segment_id INTEGER PRIMARY KEY,
          entity_id INTEGER NOT NULL REFERENCES entity, source_id INTEGER NOT NULL REFERENCES source,
          load_id INTEGER NOT NULL,
          bucket INTEGER NOT NULL, commit_count INTEGER NOT NULL, bytes BLOB NOT NULL
        ) STRICT;
        CREATE INDEX commit_segment_by_place ON commit_segment (entity_id, source_id, bucket);
        """

    /// What makes the tables of version 2 of the schema, which knew commits of clones alone, those of version 3.
    static let sinceVersion2 =
        """
        ALTER TABLE commit_history RENAME TO old_history;
        ALTER TABLE commit_segment RENAME TO old_segment;
        DROP INDEX commit_segment_by_place;
        INSERT OR IGNORE INTO source (name) SELECT 'git-clone' WHERE EXISTS (SELECT 1 FROM old_history);
        """ + histories + """

            INSERT INTO commit_history
              SELECT entity_id, source_id, load_id, tip, mailmap, upstream, covered, newest, commit_count, is_whole, 0,
                     is_rewritten, 0, 2, programs FROM old_history JOIN source ON source.name = 'git-clone';
            INSERT INTO commit_segment
              SELECT segment_id, entity_id, source_id, load_id, bucket, commit_count, bytes
              FROM old_segment JOIN source ON source.name = 'git-clone';
            DROP TABLE old_history;
            DROP TABLE old_segment;
            """
}
