import { sql } from 'kysely';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';

export const readSteps = (db: Db, invoiceId: string) =>
  db
    .selectFrom('approvalStep')
    .leftJoin('appUser', 'appUser.id', 'approvalStep.createdBy')
    .select([
      'step',
      'appUser.name as by',
      'approvalStep.createdAt as at',
      'reason',
      'approvalStep.createdBy',
    ])
    .where('invoiceId', '=', invoiceId)
    .orderBy('seq')
    .execute();

interface Draft {
  id: string;
  docKind: string;
  createdBy: string | null;
  updatedBy: string | null;
  seriesAuthors: string[];
  invoiceApproval: boolean;
}

/** The authors of the series that an invoice comes from. */
export const seriesAuthors = sql<string[]>`array(select series_authors(invoice.series_id))`;

/** Everyone who created the invoice or its series, changed it last or submitted it. They are notified of the decision, and may not make it. */
export const authorsOf = (
  { createdBy, updatedBy, seriesAuthors: ofSeries }: Pick<Draft, 'createdBy' | 'updatedBy' | 'seriesAuthors'>,
  steps: readonly { step: string; createdBy: string | null }[],
): string[] => {
  const asked = steps.findLast(({ step }) => step === 'asked');
  return [...new Set([createdBy, updatedBy, ...ofSeries, asked?.createdBy])].filter(
    (id) => typeof id === 'string',
  );
};

export const approvalOf = (
  user: CurrentUser,
  draft: Draft,
  steps: Awaited<ReturnType<typeof readSteps>>,
): Invoice['approval'] => ({
  isNeeded: draft.invoiceApproval && draft.docKind !== 'proforma',
  isOthers: !authorsOf(draft, steps).includes(user.id),
  steps: steps.map(({ step, by, at, reason }) => ({
    step: step as Invoice['approval']['steps'][number]['step'],
    by,
    at,
    reason,
  })),
});

/** The authors of a draft, including the person who submitted it for approval. */
export async function readAuthors(db: Db, invoiceId: string): Promise<string[]> {
  const draft = await db
    .selectFrom('invoice')
    .select(['createdBy', 'updatedBy', seriesAuthors.as('seriesAuthors')])
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  return authorsOf(draft, await readSteps(db, invoiceId));
}
