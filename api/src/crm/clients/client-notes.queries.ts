import { sql } from 'kysely';
import type { ClientLevel } from '@daybook/contracts/crm/clients/client-levels';
import type { ClientNote, clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Page } from '@daybook/contracts/lists';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset } from '../../db/keyset.ts';
import { readableAt } from './client-levels.ts';
import { requireClient } from './require-client.queries.ts';

const readable = (db: Db, user: CurrentUser, clientId: string) =>
  db
    .selectFrom('clientNote as note')
    .innerJoin('client', 'client.id', 'note.clientId')
    .leftJoin('appUser as author', 'author.id', 'note.createdBy')
    .where('note.clientId', '=', clientId)
    .where(
      readableAt(user, {
        level: sql.ref('note.level'),
        authorId: sql.ref('note.createdBy'),
        crmId: sql.ref('client.crmId'),
      }),
    )
    .select([
      'note.id',
      'note.version',
      'note.body',
      sql<ClientLevel>`note.level`.as('level'),
      'note.createdAt as at',
      'author.name as by',
      'note.editedAt',
      'note.withdrawnAt',
      sql<boolean>`note.created_by is not distinct from ${user.id}::uuid`.as('isOwn'),
      sql<boolean>`note.pinned_at is not null`.as('isPinned'),
      sql<number>`(note.pinned_at is not null)::int`.as('place'),
      sql<string>`to_char(note.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`.as('moment'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof readable>['executeTakeFirstOrThrow']>>;

const shown = ({ place: _place, moment: _moment, ...note }: Row): ClientNote => ({
  ...note,
  ...(note.withdrawnAt !== null && { body: '' }),
});

/** The notes that the person reads: pinned ones first, then the newest. Refuses NOT_FOUND. */
export async function listClientNotes(
  db: Db,
  user: CurrentUser,
  { id, ...page }: ParsedInputOf<typeof clientNotes.list>,
): Promise<Page<ClientNote>> {
  await requireClient(db, user, id);
  const keys = [
    { by: sql`(note.pinned_at is not null)::int`, of: (row: Row) => row.place },
    { by: sql`note.created_at at time zone 'UTC'`, of: (row: Row) => row.moment },
    { by: sql.ref('note.id'), of: (row: Row) => row.id },
  ];
  const { rows, ...pages } = await pageByKeyset(readable(db, user, id), keys, true, page);
  return { ...pages, rows: rows.map(shown) };
}

/** Refuses NOT_FOUND, even for a note that the person cannot read. */
export async function getClientNote(
  db: Db,
  user: CurrentUser,
  { id, noteId }: { id: string; noteId: string },
): Promise<ClientNote> {
  await requireClient(db, user, id);
  const note = await readable(db, user, id).where('note.id', '=', noteId).executeTakeFirst();
  if (!note) throw new Refusal('NOT_FOUND');
  return shown(note);
}
