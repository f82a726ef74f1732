import { sql } from 'kysely';
import type { StaffVoucherKind } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import type { StaffAccount, UserLedgerLine } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { NOTHING, negate } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';

/** A line of the journal on an account of the person, with the balance after it. */
export interface Movement {
  entryDate: string;
  entryId: string;
  no: number;
  account: StaffAccount;
  amount: Minor;
  balance: Minor;
}

type DocumentKind = NonNullable<UserLedgerLine['document']>['kind'];

interface Source {
  entryId: string;
  isReversal: boolean;
  documentKind: DocumentKind;
  documentId: string;
  number: string;
  voucherKind: StaffVoucherKind | null;
  text: string | null;
}

/** The documents behind the entries. A client outside the caller's scope is not named. */
async function sourcesOf(
  db: Db,
  user: CurrentUser,
  personId: string,
  entryIds: readonly string[],
): Promise<Map<string, Source>> {
  const { rows } = await sql<Source>`
    select entry.id as entry_id, entry.source_type = 'reversal' as is_reversal,
      case when voucher.id is not null then 'staff_voucher' when receipt.id is not null then 'receipt' else 'expense' end as document_kind,
      coalesce(voucher.id, receipt.id, expense.id) as document_id,
      coalesce(voucher.number, receipt.number, expense.number, '') as number, voucher.kind as voucher_kind,
      case when voucher.id is not null then other.name when receipt.id is not null then client.name else expense.description end as text
    from journal_entry entry
    left join staff_voucher voucher on voucher.id = entry.source_id
    left join app_user other on other.id = case voucher.user_id when ${personId} then voucher.to_user_id else voucher.user_id end
    left join receipt on receipt.id = entry.source_id
    left join client on client.id = receipt.client_id and ${inScope.client(user, sql.ref('client.id'))}
    left join expense on expense.id = entry.source_id
    where entry.id = any(${entryIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.entryId, row]));
}

function kindOf({ isReversal, voucherKind, documentKind }: Source, amount: Minor): UserLedgerLine['kind'] {
  if (isReversal) return 'reversal';
  if (voucherKind !== null) return voucherKind;
  if (documentKind === 'receipt') return 'receipt';
  return amount > 0 ? 'reimbursement' : 'expense';
}

export async function linesOf(
  db: Db,
  user: CurrentUser,
  personId: string,
  moved: readonly Movement[],
): Promise<UserLedgerLine[]> {
  const sources = await sourcesOf(db, user, personId, [...new Set(moved.map(({ entryId }) => entryId))]);
  return moved.map(({ entryId, entryDate, account, amount, balance }) => {
    const source = sources.get(entryId);
    if (!source) throw new Error(`entry ${entryId} has no document`);
    return {
      date: entryDate,
      account,
      kind: kindOf(source, amount),
      document: { id: source.documentId, number: source.number, kind: source.documentKind },
      text: source.text,
      debit: amount > 0 ? amount : NOTHING,
      credit: amount < 0 ? negate(amount) : NOTHING,
      balance,
    };
  });
}
