import type { Invoice } from '@daybook/contracts/billing/invoice-record';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';

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
  invoiceApproval: boolean;
}

/** Who wrote it, changed it last or asked for its approval: whom an answer is told, and who gives none. */
export const authorsOf = (
  { createdBy, updatedBy }: Pick<Draft, 'createdBy' | 'updatedBy'>,
  steps: readonly { step: string; createdBy: string | null }[],
): string[] => {
  const asked = steps.findLast(({ step }) => step === 'asked');
  return [...new Set([createdBy, updatedBy, asked?.createdBy])].filter((id) => typeof id === 'string');
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

/** The author of a draft and of the question. */
export async function readAuthors(db: Db, invoiceId: string): Promise<string[]> {
  const draft = await db
    .selectFrom('invoice')
    .select(['createdBy', 'updatedBy'])
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  return authorsOf(draft, await readSteps(db, invoiceId));
}
