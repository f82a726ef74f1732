/**
 * A query with a row for each lock that a connection of this database waits for. Test databases are on one server and their tables have
 * the same ids, so the locks of the others have to be left out.
 */
export const waitsForLock =
  'select relation from pg_locks join pg_stat_activity own using (pid) where not granted and own.datname = current_database()';
