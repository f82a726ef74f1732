import type { JournalLineInput, LedgerAccount } from '@daybook/contracts/billing/journal/journal';
import { Refusal } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';

type Account = Pick<LedgerAccount, 'id' | 'type' | 'active' | 'keptByDocuments'>;

function faultsOf(
  line: JournalLineInput,
  account: Account | undefined,
  departmentIds: readonly string[],
): Record<string, string> {
  if (!account) return { accountId: 'REFERENCE_UNKNOWN' };
  const takesDepartment = account.type === 'income' || account.type === 'expense';
  const isUnknown = line.departmentId !== null && !departmentIds.includes(line.departmentId);
  return {
    ...(account.keptByDocuments && { accountId: 'KEPT_BY_DOCUMENTS' }),
    ...(!account.active && { accountId: 'ACCOUNT_INACTIVE' }),
    ...(isUnknown && { departmentId: 'REFERENCE_UNKNOWN' }),
    ...(line.departmentId !== null && !takesDepartment && { departmentId: 'NO_DEPARTMENT' }),
  };
}

/** Refuses a line whose account takes no manual journal, an unknown department, and a department on a balance sheet account. */
export function checkJournal(
  lines: readonly JournalLineInput[],
  accounts: readonly Account[],
  departmentIds: readonly string[],
): void {
  const faults: FieldRefusals = {};
  lines.forEach((line, row) => {
    const account = accounts.find(({ id }) => id === line.accountId);
    for (const [field, code] of Object.entries(faultsOf(line, account, departmentIds)))
      faults[`lines.${row}.${field}`] = [{ code }];
  });
  if (Object.keys(faults).length > 0) throw new Refusal('INPUT_INVALID', {}, faults);
}
