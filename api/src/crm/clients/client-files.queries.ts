import { sql } from 'kysely';
import { permanentFolder } from '@daybook/contracts/crm/clients/client-files';
import type { ClientFile, EnquiryFile, clientFiles } from '@daybook/contracts/crm/clients/client-files';
import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Page } from '@daybook/contracts/lists';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import type { SortKey } from '../../db/keyset.ts';
import { contains } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { enquiriesOf } from './enquiries-of-client.ts';
import { requireClient } from './require-client.queries.ts';

type ListInput = ParsedInputOf<typeof clientFiles.list>;
type One = { id: string; fileId: string };

const ofClient = (db: Db, clientId: string) =>
  db.selectFrom('clientFile as file').where('file.clientId', '=', clientId);

const found = (
  db: Db,
  { id, q, filter: { bin = false, ...filter } }: Pick<ListInput, 'id' | 'q' | 'filter'>,
) =>
  whereGiven(
    ofClient(db, id).where('file.deletedAt', bin ? 'is not' : 'is', null),
    { ...filter, q },
    {
      folder: (folder) =>
        folder === permanentFolder
          ? sql<boolean>`file.year is null`
          : sql<boolean>`file.year = ${Number(folder)}`,
      q: (text) => contains(sql.ref('file.name'), text),
    },
  );

const withContent = (rows: ReturnType<typeof ofClient>) =>
  rows
    .innerJoin('attachment', 'attachment.id', 'file.attachmentId')
    .innerJoin('fileContent', 'fileContent.sha256', 'attachment.sha256')
    .leftJoin('appUser as adder', 'adder.id', 'file.createdBy')
    .select([
      'file.id',
      'file.version',
      'file.name as label',
      'file.year',
      'file.createdAt as at',
      'file.deletedAt',
      'adder.name as by',
      sql<ClientFile['type']>`file_content.type`.as('type'),
      'fileContent.size',
      sql<string>`to_char(file.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`.as('moment'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withContent>['executeTakeFirstOrThrow']>>;

const shown = ({ moment: _moment, ...file }: Row): ClientFile => file;

const sortKeys: Record<string, SortKey<Row>> = {
  added: { by: sql`file.created_at at time zone 'UTC'`, of: (row) => row.moment },
  name: { by: sql`file.name collate "und-x-icu"`, of: (row) => row.label },
};

/** Refuses NOT_FOUND. */
export async function listClientFiles(
  db: Db,
  user: CurrentUser,
  input: ListInput,
): Promise<Page<ClientFile>> {
  await requireClient(db, user, input.id);
  const { name, descending } = sortOf(input.sort);
  const sorted = sortKeys[name];
  const keys = [...(sorted ? [sorted] : []), { by: sql.ref('file.id'), of: (row: Row) => row.id }];
  const page = await pageByKeyset(withContent(found(db, input)), keys, descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

/** Refuses NOT_FOUND. */
export async function countClientFiles(db: Db, user: CurrentUser, input: ListInput) {
  await requireClient(db, user, input.id);
  return totalOf(db, found(db, input));
}

/** Refuses NOT_FOUND. */
export async function foldersOf(
  db: Db,
  user: CurrentUser,
  id: string,
): Promise<OutputOf<typeof clientFiles.folders>> {
  await requireClient(db, user, id);
  const rows = await ofClient(db, id)
    .select([
      'file.year',
      sql<number>`count(*) filter (where file.deleted_at is null)`.as('files'),
      sql<number>`count(*) filter (where file.deleted_at is not null)`.as('inBin'),
    ])
    .groupBy('file.year')
    .orderBy(sql`file.year desc nulls first`)
    .execute();
  return {
    folders: rows.filter(({ files }) => files > 0).map(({ year, files }) => ({ year, files })),
    inBin: rows.reduce((all, row) => all + row.inBin, 0),
  };
}

/** Refuses NOT_FOUND, even for a file of another client. */
export async function getClientFile(db: Db, user: CurrentUser, { id, fileId }: One): Promise<ClientFile> {
  await requireClient(db, user, id);
  const file = await withContent(ofClient(db, id)).where('file.id', '=', fileId).executeTakeFirst();
  if (!file) throw new Refusal('NOT_FOUND');
  return shown(file);
}

/** The stored content of a file. Refuses NOT_FOUND. */
export async function contentOf(
  db: Db,
  user: CurrentUser,
  { id, fileId }: One,
): Promise<{ attachmentId: string; name: string }> {
  await requireClient(db, user, id);
  const file = await ofClient(db, id)
    .where('file.id', '=', fileId)
    .select(['file.attachmentId', 'file.name'])
    .executeTakeFirst();
  if (!file) throw new Refusal('NOT_FOUND');
  return file;
}

const ofEnquiries = (db: Db, clientId: string) =>
  db
    .selectFrom('documentAttachment as link')
    .innerJoin('attachment', 'attachment.id', 'link.attachmentId')
    .where('link.enquiryId', 'in', enquiriesOf(clientId));

/** The files of the enquiries that the client came from: they belong to the client, so whoever sees it reads them. Refuses NOT_FOUND. */
export async function filesOfEnquiries(db: Db, user: CurrentUser, id: string): Promise<EnquiryFile[]> {
  await requireClient(db, user, id);
  return ofEnquiries(db, id)
    .innerJoin('enquiry', 'enquiry.id', 'link.enquiryId')
    .innerJoin('fileContent', 'fileContent.sha256', 'attachment.sha256')
    .leftJoin('appUser as adder', 'adder.id', 'link.createdBy')
    .select([
      'attachment.id',
      'attachment.name as label',
      sql<EnquiryFile['type']>`file_content.type`.as('type'),
      'fileContent.size',
      'link.createdAt as at',
      'adder.name as by',
      'enquiry.no as enquiryNo',
    ])
    .orderBy('link.createdAt', 'desc')
    .orderBy('attachment.id', 'desc')
    .execute();
}

/** Refuses NOT_FOUND. */
export async function contentOfEnquiryFile(db: Db, user: CurrentUser, { id, fileId }: One): Promise<string> {
  await requireClient(db, user, id);
  const file = await ofEnquiries(db, id)
    .where('attachment.id', '=', fileId)
    .select('attachment.id')
    .executeTakeFirst();
  if (!file) throw new Refusal('NOT_FOUND');
  return file.id;
}
