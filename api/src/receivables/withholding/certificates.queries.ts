import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { FileType } from '@daybook/contracts/files';
import type { Page } from '@daybook/contracts/lists';
import { minor } from '@daybook/contracts/money/money';
import type {
  CertificateRow,
  WithholdingCertificate,
  withholdingCertificates,
} from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { contains, matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { inScope } from '../../scope.ts';
import { source } from './withholding-rows.ts';

type ListInput = ParsedInputOf<typeof withholdingCertificates.list>;

const found = (db: Db, user: CurrentUser, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db
      .selectFrom('withholdingCertificate as proof')
      .innerJoin('client', 'client.id', 'proof.clientId')
      .innerJoin('billingEntity as entity', 'entity.id', 'proof.entityId')
      .where(inScope.client(user, sql.ref('proof.clientId'))),
    { ...filter, q },
    {
      tab: (tab) =>
        tab === 'all'
          ? sql<boolean>`true`
          : sql<boolean>`(proof.withdrawn_at is null and proof.matched < proof.amount)`,
      clientId: 'proof.clientId',
      entityId: 'proof.entityId',
      fy: 'proof.fy',
      quarter: (quarter) => sql<boolean>`proof.quarter = ${Number(quarter)}`,
      q: (text) => sql<boolean>`(${matches('client', text)} or ${contains(sql`lower(proof.number)`, text)})`,
    },
  );

const withDetails = (query: ReturnType<typeof found>) =>
  query.select([
    'proof.id',
    'proof.version',
    'proof.number',
    'proof.clientId',
    'client.name as clientName',
    'proof.entityId',
    'entity.name as entityName',
    'proof.section',
    'proof.fy',
    'proof.quarter',
    'proof.certificateDate',
    'proof.currency',
    'proof.amount',
    'proof.matched',
    sql<boolean>`proof.attachment_id is not null`.as('hasFile'),
    sql<boolean>`proof.withdrawn_at is not null`.as('isWithdrawn'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const shown = ({ clientId, clientName, entityId, entityName, ...row }: Row): CertificateRow => ({
  ...row,
  amount: minor(row.amount),
  matched: minor(row.matched),
  client: { id: clientId, label: clientName },
  entity: { id: entityId, label: entityName },
});

export async function listCertificates(
  db: Db,
  user: CurrentUser,
  input: ListInput,
): Promise<Page<CertificateRow>> {
  const keys = [
    { by: sql.ref('proof.certificateDate'), of: (row: Row) => row.certificateDate },
    { by: sql.ref('proof.id'), of: (row: Row) => row.id },
  ];
  const { descending } = sortOf(input.sort);
  const page = await pageByKeyset(withDetails(found(db, user, input)), keys, descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

export const countCertificates = (db: Db, user: CurrentUser, input: ListInput) =>
  totalOf(db, found(db, user, input));

const proved = async (db: Db, id: string) => {
  const rows = await db
    .selectFrom('certificateMatch as part')
    .innerJoin('withholdingEntry as entry', 'entry.id', 'part.entryId')
    .leftJoin('receipt', 'receipt.id', 'entry.receiptId')
    .leftJoin('openingWithheld as opening', 'opening.id', 'entry.openingId')
    .select([
      'part.id',
      'part.entryId',
      source.as('source'),
      'part.amount',
      sql<boolean>`part.released_at is not null`.as('isReleased'),
    ])
    .where('part.certificateId', '=', id)
    .orderBy('part.createdAt')
    .orderBy('part.id')
    .execute();
  return rows.map((row) => ({ ...row, amount: minor(row.amount) }));
};

/** Refuses NOT_FOUND. */
export async function getCertificate(db: Db, user: CurrentUser, id: string): Promise<WithholdingCertificate> {
  const [row, matched] = await Promise.all([
    withDetails(found(db, user, { filter: {} }))
      .leftJoin('attachment', 'attachment.id', 'proof.attachmentId')
      .leftJoin('fileContent', 'fileContent.sha256', 'attachment.sha256')
      .select([
        'proof.attachmentId',
        'proof.withdrawalReason',
        'attachment.name as fileName',
        sql<FileType | null>`file_content.type`.as('fileType'),
        'fileContent.size as fileSize',
      ])
      .where('proof.id', '=', id)
      .executeTakeFirst(),
    proved(db, id),
  ]);
  if (!row) throw new Refusal('NOT_FOUND');
  const { attachmentId, fileName, fileType, fileSize, withdrawalReason, ...certificate } = row;
  return {
    ...shown(certificate),
    withdrawalReason,
    attachment:
      attachmentId !== null && fileType !== null
        ? { id: attachmentId, label: fileName ?? '', type: fileType, size: fileSize ?? 0 }
        : null,
    matches: matched,
  };
}
