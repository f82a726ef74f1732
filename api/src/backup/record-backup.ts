import { openPlainSession } from './write-backup.ts';

/** Writes to the audit log that all data of the firm went into a file: `name` is the file's, and `by` who asked for it. */
export async function recordBackup(url: string, name: string, by: string | null = null): Promise<void> {
  const client = await openPlainSession(url);
  try {
    await client.query(
      `insert into audit_event (actor_id, action, entity, entity_id, body, hash)
       select $2, 'backups.write', 'export', id, jsonb_build_object('before', '{}'::jsonb, 'after', jsonb_build_object('name', $1::text)), ''
       from installation`,
      [name, by],
    );
  } finally {
    await client.end();
  }
}
