import { sql } from 'kysely';
import type { ExpenseRow } from '@daybook/contracts/billing/expenses/expenses';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import type { Db } from '../../db/database.ts';
import type { ExportColumn } from '../../http/send-export.ts';
import { detailed, inCurrency, yesOrNo } from '../documents/exported-figures.ts';

async function detailsOf(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('expense')
    .leftJoin('appUser as approver', 'approver.id', 'expense.approvedBy')
    .select([
      'expense.id',
      'expense.reference',
      'expense.taxRecoverable',
      'expense.chargeAmount',
      'expense.postedOn',
      'approver.name as approvedBy',
      'expense.reimbursedOn',
      'expense.reversedOn',
    ])
    .where(sql<boolean>`expense.id = any (${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

export const exportedExpenses = (db: Db, page: Page<ExpenseRow>) =>
  detailed(page, (ids) => detailsOf(db, ids));

type Exported = Awaited<ReturnType<typeof exportedExpenses>>['rows'][number];

export function expenseExport(language: Language) {
  const say = exportTexts[language];
  const { headers, expenseStatus, paidBy } = say;
  const columns: ExportColumn<Exported>[] = [
    { header: headers.voucher, value: (row) => row.number },
    { header: headers.status, value: (row) => expenseStatus[row.status] },
    { header: headers.date, date: (row) => row.expenseDate },
    { header: headers.postedOn, date: (row) => row.postedOn },
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.category, value: (row) => row.category.label },
    { header: headers.description, value: (row) => row.description },
    { header: headers.supplier, value: (row) => row.supplier },
    { header: headers.supplierReference, value: (row) => row.reference },
    { header: headers.claimant, value: (row) => row.claimant.label },
    { header: headers.paidFrom, value: (row) => paidBy[row.paidBy] },
    { header: headers.currency, value: (row) => row.currency },
    inCurrency(headers.net, (row) => row.net),
    inCurrency(headers.taxIn, (row) => row.tax),
    { header: headers.taxRecoverable, value: (row) => yesOrNo(say, row.taxRecoverable) },
    inCurrency(headers.gross, (row) => row.gross),
    { header: headers.client, value: (row) => row.client?.label },
    { header: headers.billable, value: (row) => yesOrNo(say, row.billable) },
    inCurrency(headers.charged, (row) => row.chargeAmount),
    { header: headers.approvedBy, value: (row) => row.approvedBy },
    { header: headers.reimbursedOn, date: (row) => row.reimbursedOn },
    { header: headers.reversedOn, date: (row) => row.reversedOn },
  ];
  return { name: 'expenses', sheet: say.sheet.expenses, columns };
}
