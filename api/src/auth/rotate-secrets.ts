import pg from 'pg';
import { sealedColumns } from './sealed-columns.ts';
import type { SealedColumn } from './sealed-columns.ts';
import type { SecretBox } from './secret-box.ts';

export interface Rotated {
  /** How many secrets are now under the new key. */
  sealed: number;
  /** How many neither key opens, which stay as they are: their owners set them up again. */
  unread: number;
}

/**
 * Encrypts every stored secret again with the key of `box`, which also opens those of the key before: all of them or, if it fails, none.
 * Servers that know both keys go on meanwhile. Done twice, it does no harm.
 */
export async function rotateSecrets(url: string, box: SecretBox): Promise<Rotated> {
  const client = new pg.Client({ connectionString: url, application_name: 'daybook rotate-secret' });
  await client.connect();
  try {
    await client.query('begin');
    const rotated: Rotated = { sealed: 0, unread: 0 };
    for (const one of sealedColumns) await rotateColumn(client, box, one, rotated);
    await client.query(
      `insert into audit_event (action, entity, entity_id, body, hash)
       select 'secrets.rotate', 'installation', id,
         jsonb_build_object('before', '{}'::jsonb, 'after', jsonb_build_object('encrypted_again', $1::int)), ''
       from installation`,
      [rotated.sealed],
    );
    await client.query('commit');
    return rotated;
  } finally {
    await client.end();
  }
}

async function rotateColumn(
  client: pg.Client,
  box: SecretBox,
  { table, column }: SealedColumn,
  rotated: Rotated,
): Promise<void> {
  // Whoever sets up two factors meanwhile waits for the commit.
  const { rows } = await client.query<{ id: string; sealed: Buffer }>(
    `select id, ${column} as sealed from ${table} where ${column} is not null order by id for update` as const,
  );
  for (const { id, sealed } of rows) {
    const again = sealedAgain(box, sealed, id);
    if (again === null) rotated.unread += 1;
    else {
      await client.query(`update ${table} set ${column} = $1 where id = $2` as const, [again, id]);
      rotated.sealed += 1;
    }
  }
}

function sealedAgain(box: SecretBox, sealed: Buffer, owner: string): Buffer | null {
  let secret: Buffer;
  try {
    secret = box.open(sealed, owner);
  } catch {
    return null;
  }
  return box.seal(secret, owner);
}
