import type { JournalLineInput, LedgerAccount } from '@daybook/contracts/billing/journal/journal';
import { compare, sum } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';

type Account = Pick<LedgerAccount, 'id' | 'type' | 'active' | 'keptByDocuments'>;

function faultsOf(line: JournalLineInput, account: Account | undefined): Record<string, string> {
  const isOneSided = (line.debit === 0) !== (line.credit === 0);
  const side = isOneSided ? {} : { [line.debit === 0 ? 'debit' : 'credit']: 'ONE_SIDE' };
  if (!account) return { ...side, accountId: 'REFERENCE_UNKNOWN' };
  const takesDepartment = account.type === 'income' || account.type === 'expense';
  return {
    ...side,
    ...(account.keptByDocuments && { accountId: 'KEPT_BY_DOCUMENTS' }),
    ...(!account.active && { accountId: 'ACCOUNT_INACTIVE' }),
    ...(line.departmentId !== null && !takesDepartment && { departmentId: 'NO_DEPARTMENT' }),
  };
}

/**
 * Refuses a line without an account or with one that takes no manual journal, a line on both sides or on none, a department on a balance
 * sheet account, and, on `lines`, debits and credits that differ.
 */
export function checkJournal(lines: readonly JournalLineInput[], accounts: readonly Account[]): void {
  const faults: FieldRefusals = {};
  lines.forEach((line, row) => {
    const account = accounts.find(({ id }) => id === line.accountId);
    for (const [field, code] of Object.entries(faultsOf(line, account)))
      faults[`lines.${row}.${field}`] = [{ code }];
  });
  const [debit, credit] = [sum(lines.map((line) => line.debit)), sum(lines.map((line) => line.credit))];
  if (Object.keys(faults).length === 0 && compare(debit, credit) !== 0)
    faults['lines'] = [{ code: 'NOT_BALANCED' }];
  if (Object.keys(faults).length > 0) throw new Refusal('INPUT_INVALID', {}, faults);
}
