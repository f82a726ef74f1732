import { sql } from 'kysely';
import type { ExpenseRow } from '@daybook/contracts/billing/expenses/expenses';
import type { InputTaxRow } from '@daybook/contracts/billing/expenses/input-tax';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { ExportTexts } from '@daybook/contracts/export-texts';
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
      'expense.supplierCountry',
      'expense.supplierTaxId',
      'expense.taxRecoverable',
      'expense.recoverableTax',
      'expense.reverseCharge',
      sql<InputTaxRow[] | null>`expense.input_tax`.as('inputTax'),
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

const ratesOf = ({ inputTax }: Exported): string | null =>
  inputTax && inputTax.map(({ rate }) => `${rate} %`).join(', ');

const ofRate = (header: string, money: (row: InputTaxRow) => number) =>
  inCurrency<InputTaxRow & { of: Exported; currency: string }>(header, money);

/** A second sheet with a row for each rate of each expense. */
function byRate({ headers, sheet, taxCategory }: ExportTexts) {
  return {
    sheet: sheet.taxByRate,
    of: (row: Exported) => (row.inputTax ?? []).map((rate) => ({ ...rate, of: row, currency: row.currency })),
    columns: [
      { header: headers.voucher, value: ({ of }: { of: Exported }) => of.number },
      { header: headers.postedOn, date: ({ of }: { of: Exported }) => of.postedOn },
      { header: headers.supplier, value: ({ of }: { of: Exported }) => of.supplier },
      { header: headers.supplierTaxId, value: ({ of }: { of: Exported }) => of.supplierTaxId },
      { header: headers.taxCategory, value: ({ category }: InputTaxRow) => taxCategory[category] },
      { header: headers.rate, value: ({ rate }: InputTaxRow) => Number(rate) },
      { header: headers.currency, value: ({ of }: { of: Exported }) => of.currency },
      ofRate(headers.taxable, ({ net }) => net),
      ofRate(headers.tax, ({ tax }) => tax),
    ],
  };
}

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
    { header: headers.supplierCountry, value: (row) => row.supplierCountry },
    { header: headers.supplierTaxId, value: (row) => row.supplierTaxId },
    { header: headers.supplierReference, value: (row) => row.reference },
    { header: headers.department, value: (row) => row.department?.label },
    { header: headers.claimant, value: (row) => row.claimant.label },
    { header: headers.paidFrom, value: (row) => paidBy[row.paidBy] },
    { header: headers.currency, value: (row) => row.currency },
    inCurrency(headers.net, (row) => row.net),
    inCurrency(headers.taxIn, (row) => row.tax),
    { header: headers.rate, value: ratesOf },
    { header: headers.reverseCharge, value: (row) => yesOrNo(say, row.reverseCharge) },
    { header: headers.taxRecoverable, value: (row) => yesOrNo(say, row.taxRecoverable) },
    inCurrency(headers.recoverableTax, (row) => row.recoverableTax),
    inCurrency(headers.gross, (row) => row.gross),
    { header: headers.client, value: (row) => row.client?.label },
    { header: headers.billable, value: (row) => yesOrNo(say, row.billable) },
    inCurrency(headers.charged, (row) => row.chargeAmount),
    { header: headers.approvedBy, value: (row) => row.approvedBy },
    { header: headers.reimbursedOn, date: (row) => row.reimbursedOn },
    { header: headers.reversedOn, date: (row) => row.reversedOn },
  ];
  return { name: 'expenses', sheet: say.sheet.expenses, columns, parts: byRate(say) };
}
