import { sql } from 'kysely';
import { guardedKinds, isGuarded } from '@daybook/contracts/crm/client-documents/client-documents';
import type {
  ClientDocument,
  ClientDocumentRow,
  DocumentKind,
  clientDocuments,
} from '@daybook/contracts/crm/client-documents/client-documents';
import type { ClientLevel } from '@daybook/contracts/crm/clients/client-levels';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { FileType } from '@daybook/contracts/files';
import type { Page } from '@daybook/contracts/lists';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { contains, matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { inScope } from '../../scope.ts';
import { readableAt } from '../clients/client-levels.ts';

type ListInput = ParsedInputOf<typeof clientDocuments.list>;

/** The documents that the person may read: of the clients in scope, by level. */
const readable = (db: Db, user: CurrentUser) =>
  db
    .selectFrom('clientDocument as document')
    .innerJoin('client', 'client.id', 'document.clientId')
    .where(inScope.client(user, sql.ref('document.clientId')))
    .where(
      readableAt(user, {
        level: sql.ref('document.level'),
        authorId: sql.ref('document.createdBy'),
        crmId: sql.ref('client.crmId'),
      }),
    );

/** By the number of a guarded document nobody can search, as no list shows it. */
const shownNumber = sql`case when document.kind <> all (${[...guardedKinds]}::text[]) then document.number end`;

const found = (db: Db, user: CurrentUser, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    readable(db, user),
    { ...filter, q },
    {
      kind: 'document.kind',
      clientId: 'document.clientId',
      crmId: 'client.crmId',
      from: ['>=', 'document.validTo'],
      to: ['<=', 'document.validTo'],
      original: (state) =>
        state === 'returned'
          ? sql<boolean>`document.returned_on is not null`
          : sql<boolean>`(document.returned_on is null and num_nonnulls(document.received_on, document.original_at) > 0)`,
      q: (text) => sql<boolean>`(${matches('client', text)}
        or ${contains(sql`concat_ws(' ', document.title, ${shownNumber}, document.holder)`, text)})`,
    },
  );

const last = sql<string>`coalesce(document.valid_to, 'infinity')`;

const inRow = (query: ReturnType<typeof found>) =>
  query
    .innerJoin('appUser as crm', 'crm.id', 'client.crmId')
    .select([
      'document.id',
      'document.version',
      'document.clientId',
      'client.name as clientName',
      'client.crmId',
      'crm.name as crmName',
      sql<DocumentKind>`document.kind`.as('kind'),
      'document.title',
      'document.number',
      'document.holder',
      'document.validFrom',
      'document.validTo',
      'document.originalAt',
      'document.receivedOn',
      'document.returnedOn',
      sql<ClientLevel>`document.level`.as('level'),
      'document.noticeDays',
      sql<boolean>`document.attachment_id is not null`.as('hasFile'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof inRow>['executeTakeFirstOrThrow']>>;

const shown = ({ clientId, clientName, crmId, crmName, ...row }: Row) => ({
  ...row,
  client: { id: clientId, label: clientName },
  crm: { id: crmId, label: crmName },
});

/** In a list, a guarded document has no number: that is for who opens it. */
const listed = (row: Row): ClientDocumentRow => ({
  ...shown(row),
  ...(isGuarded(row.kind) && { number: null }),
});

export async function listClientDocuments(
  db: Db,
  user: CurrentUser,
  input: ListInput,
): Promise<Page<ClientDocumentRow>> {
  const keys = [
    { by: last, of: (row: Row) => row.validTo ?? 'infinity' },
    { by: sql.ref('document.id'), of: (row: Row) => row.id },
  ];
  const { descending } = sortOf(input.sort);
  const page = await pageByKeyset(inRow(found(db, user, input)), keys, descending, input);
  return { ...page, rows: page.rows.map(listed) };
}

export const countClientDocuments = (db: Db, user: CurrentUser, input: ListInput) =>
  totalOf(db, found(db, user, input));

/** Refuses NOT_FOUND, even for a document that the person may not read. */
export async function getClientDocument(db: Db, user: CurrentUser, id: string): Promise<ClientDocument> {
  const row = await inRow(found(db, user, { filter: {} }))
    .leftJoin('attachment', 'attachment.id', 'document.attachmentId')
    .leftJoin('fileContent', 'fileContent.sha256', 'attachment.sha256')
    .select([
      'document.note',
      'document.makesTask',
      'document.attachmentId',
      'attachment.name as fileName',
      sql<FileType | null>`file_content.type`.as('fileType'),
      'fileContent.size as fileSize',
      sql<ClientDocument['notice']>`(select jsonb_build_object('validTo', notice.valid_to, 'task',
          case when task.id is not null then jsonb_build_object('id', task.id, 'label', task.no || ' ' || task.title) end)
        from client_document_notice notice left join task on task.id = notice.task_id and task.deleted_at is null
        where notice.document_id = document.id order by notice.given_at desc limit 1)`.as('notice'),
    ])
    .where('document.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  const { note, makesTask, attachmentId, fileName, fileType, fileSize, notice, ...document } = row;
  return {
    ...shown(document),
    note,
    makesTask,
    notice,
    attachment:
      attachmentId !== null && fileType !== null
        ? { id: attachmentId, label: fileName ?? '', type: fileType, size: fileSize ?? 0 }
        : null,
  };
}
