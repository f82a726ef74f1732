import { openPlainSession } from './write-backup.ts';

/** Writes to the audit log that all data of the firm went into a file: `name` is the file's. */
export async function recordBackup(url: string, name: string): Promise<void> {
  const client = await openPlainSession(url);
  try {
    await client.query(
      `insert into audit_event (action, entity, entity_id, body, hash)
       select 'backups.write', 'export', id, jsonb_build_object('before', '{}'::jsonb, 'after', jsonb_build_object('name', $1::text)), ''
       from installation`,
      [name],
    );
  } finally {
    await client.end();
  }
}
