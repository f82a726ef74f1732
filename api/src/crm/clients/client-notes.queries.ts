import { sql } from 'kysely';
import type { ClientLevel } from '@daybook/contracts/crm/clients/client-levels';
import type { ClientNote, clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import type { FormNote } from '@daybook/contracts/crm/enquiry-form/form-note';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Page } from '@daybook/contracts/lists';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset } from '../../db/keyset.ts';
import { readableAt } from './client-levels.ts';
import { enquiriesOf } from './enquiries-of-client.ts';
import { requireClient } from './require-client.queries.ts';

const moment = sql<string>`to_char(note.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`.as(
  'moment',
);

/** The client's own notes that the person reads. */
const own = (db: Db, user: CurrentUser, clientId: string) =>
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
      sql<string | null>`null::text`.as('enquiryNo'),
      sql<FormNote | null>`null::jsonb`.as('form'),
      sql<number>`(note.pinned_at is not null)::int`.as('place'),
      moment,
    ]);

/** The notes of the enquiries that the client came from: they belong to the client, so whoever sees it reads them. */
const ofEnquiries = (db: Db, clientId: string) =>
  db
    .selectFrom('enquiryNote as note')
    .innerJoin('enquiry', 'enquiry.id', 'note.enquiryId')
    .leftJoin('appUser as author', 'author.id', 'note.createdBy')
    .where('note.enquiryId', 'in', enquiriesOf(clientId))
    .select([
      'note.id',
      sql<number>`1`.as('version'),
      'note.body',
      sql<ClientLevel>`'everyone'`.as('level'),
      'note.createdAt as at',
      'author.name as by',
      sql<string | null>`null::timestamptz`.as('editedAt'),
      sql<string | null>`null::timestamptz`.as('withdrawnAt'),
      sql<boolean>`false`.as('isOwn'),
      sql<boolean>`false`.as('isPinned'),
      sql<string | null>`enquiry.no`.as('enquiryNo'),
      sql<FormNote | null>`note.form`.as('form'),
      sql<number>`0`.as('place'),
      moment,
    ]);

const readable = (db: Db, user: CurrentUser, clientId: string) =>
  db.selectFrom(own(db, user, clientId).unionAll(ofEnquiries(db, clientId)).as('note')).selectAll();

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
    { by: sql.ref('note.place'), of: (row: Row) => row.place },
    { by: sql`note.moment collate "C"`, of: (row: Row) => row.moment },
    { by: sql.ref('note.id'), of: (row: Row) => row.id },
  ];
  const { rows, ...pages } = await pageByKeyset(readable(db, user, id), keys, true, page);
  return { ...pages, rows: rows.map(shown) };
}

/** One of the client's own notes. Refuses NOT_FOUND, even for a note that the person cannot read. */
export async function getClientNote(
  db: Db,
  user: CurrentUser,
  { id, noteId }: { id: string; noteId: string },
): Promise<ClientNote> {
  await requireClient(db, user, id);
  const note = await own(db, user, id).where('note.id', '=', noteId).executeTakeFirst();
  if (!note) throw new Refusal('NOT_FOUND');
  return shown(note);
}
