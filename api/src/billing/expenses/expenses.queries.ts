import { sql } from 'kysely';
import type { ExpenseStatus, PaidBy } from '@daybook/contracts/billing/expenses/expense-machine';
import type {
  Expense,
  ExpenseRow,
  ExpenseTotal,
  expenses,
} from '@daybook/contracts/billing/expenses/expenses';
import type { InputTaxRow } from '@daybook/contracts/billing/expenses/input-tax';
import type { StaffMoney } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { FileType } from '@daybook/contracts/files';
import type { Reference } from '@daybook/contracts/fields';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { inScope } from '../../scope.ts';

type ListInput = ParsedInputOf<typeof expenses.list>;

const visible = (db: Db, user: CurrentUser) =>
  db.selectFrom('expense').where(inScope.expense(user, sql.ref('expense.claimantId')));

function found(db: Db, user: CurrentUser, { q, filter }: Pick<ListInput, 'q' | 'filter'>) {
  return whereGiven(
    visible(db, user),
    { ...filter, q },
    {
      status: 'expense.status',
      categoryId: 'expense.categoryId',
      entityId: 'expense.entityId',
      claimantId: 'expense.claimantId',
      clientId: 'expense.clientId',
      departmentId: 'expense.departmentId',
      from: ['>=', 'expense.expenseDate'],
      to: ['<=', 'expense.expenseDate'],
      paidBy: 'expense.paidBy',
      q: (text) => matches('expense', text),
    },
  );
}

const withDetails = (query: ReturnType<typeof visible>) =>
  query
    .innerJoin('billingEntity as entity', 'entity.id', 'expense.entityId')
    .innerJoin('expenseCategory as category', 'category.id', 'expense.categoryId')
    .innerJoin('appUser as claimant', 'claimant.id', 'expense.claimantId')
    .leftJoin('client', 'client.id', 'expense.clientId')
    .leftJoin('department', 'department.id', 'expense.departmentId')
    .select([
      'expense.id',
      'expense.version',
      sql<ExpenseStatus>`expense.status`.as('status'),
      'expense.number',
      'expense.entityId',
      'entity.name as entityName',
      'expense.expenseDate',
      'expense.categoryId',
      'category.name as categoryName',
      'expense.description',
      'expense.supplier',
      'expense.claimantId',
      'claimant.name as claimantName',
      'expense.clientId',
      'client.name as clientName',
      'expense.departmentId',
      'department.name as departmentName',
      sql<PaidBy>`expense.paid_by`.as('paidBy'),
      'expense.currency',
      'expense.net',
      'expense.tax',
      'expense.gross',
      'expense.billable',
      sql<boolean>`expense.attachment_id is not null`.as('hasFile'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const reference = (id: string | null, label: string | null): Reference | null =>
  id === null ? null : { id, label: label ?? '' };

const shown = (row: Row): ExpenseRow => ({
  ...row,
  entity: { id: row.entityId, label: row.entityName },
  category: { id: row.categoryId, label: row.categoryName },
  claimant: { id: row.claimantId, label: row.claimantName },
  client: reference(row.clientId, row.clientName),
  department: reference(row.departmentId, row.departmentName),
});

export async function listExpenses(db: Db, user: CurrentUser, input: ListInput) {
  const keys = [
    { by: sql.ref('expense.expenseDate'), of: (row: Row) => row.expenseDate },
    { by: sql.ref('expense.id'), of: (row: Row) => row.id },
  ];
  const page = await pageByKeyset(
    withDetails(found(db, user, input)),
    keys,
    sortOf(input.sort).descending,
    input,
  );
  return { ...page, rows: page.rows.map(shown) };
}

/** The number of expenses, and their total in each currency. */
export async function totalExpenses(db: Db, user: CurrentUser, input: ListInput): Promise<ExpenseTotal> {
  const total = await totalOf(db, found(db, user, input));
  if (total.isCapped) return { ...total, sums: [] };
  const sums = await found(db, user, input)
    .select([
      'expense.currency',
      sql<Minor>`sum(net)::bigint`.as('net'),
      sql<Minor>`sum(tax)::bigint`.as('tax'),
      sql<Minor>`sum(gross)::bigint`.as('gross'),
    ])
    .groupBy('expense.currency')
    .orderBy('expense.currency')
    .execute();
  return { ...total, sums };
}

const withRecord = (query: ReturnType<typeof visible>) =>
  withDetails(query)
    .leftJoin('task', 'task.id', 'expense.taskId')
    .leftJoin('department as own', 'own.id', 'expense.ownDepartmentId')
    .leftJoin('taxCode', 'taxCode.id', 'expense.taxCodeId')
    .leftJoin('attachment', 'attachment.id', 'expense.attachmentId')
    .leftJoin('fileContent', 'fileContent.sha256', 'attachment.sha256')
    .leftJoin('appUser as approver', 'approver.id', 'expense.approvedBy')
    .leftJoin('appUser as payer', 'payer.id', 'expense.reimbursedBy')
    .leftJoin('appUser as undoer', 'undoer.id', 'expense.reversedBy')
    .leftJoin('staffVoucher as voucher', 'voucher.id', 'expense.staffVoucherId')
    .select([
      'expense.reference',
      'expense.supplierCountry',
      'expense.supplierTaxId',
      'expense.taxRecoverable',
      sql<InputTaxRow[] | null>`expense.input_tax`.as('inputTax'),
      'expense.reverseCharge',
      'expense.qualifiedIssuer',
      sql<string>`trim_scale(expense.recoverable_pct)::text`.as('recoverablePct'),
      'expense.recoverableTax',
      'expense.taskId',
      sql<string | null>`task.no || ' ' || task.title`.as('taskName'),
      'expense.ownDepartmentId',
      'own.name as ownDepartmentName',
      'expense.pureAgent',
      'expense.chargeAmount',
      'expense.taxCodeId',
      'taxCode.name as taxCodeName',
      'expense.attachmentId',
      'attachment.name as fileName',
      sql<FileType | null>`file_content.type`.as('fileType'),
      'fileContent.size as fileSize',
      'expense.rejectionReason',
      'approver.name as approvedBy',
      'expense.approvedAt',
      'expense.postedOn',
      'payer.name as reimbursedBy',
      'expense.reimbursedOn',
      sql<StaffMoney | null>`expense.reimbursed_from`.as('reimbursedFrom'),
      'expense.staffVoucherId',
      'voucher.number as voucherNumber',
      'undoer.name as reversedBy',
      'expense.reversedOn',
      'expense.reversalReason',
    ]);

/** Refuses NOT_FOUND. */
export async function getExpense(db: Db, user: CurrentUser, id: string): Promise<Expense> {
  const row = await withRecord(visible(db, user)).where('expense.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  const { attachmentId, fileName, fileType, fileSize, approvedAt, postedOn, reimbursedOn, reimbursedFrom } =
    row;
  return {
    ...row,
    ...shown(row),
    task: reference(row.taskId, row.taskName),
    ownDepartment: reference(row.ownDepartmentId, row.ownDepartmentName),
    taxCode: reference(row.taxCodeId, row.taxCodeName),
    attachment:
      attachmentId !== null && fileType !== null
        ? { id: attachmentId, label: fileName ?? '', type: fileType, size: fileSize ?? 0 }
        : null,
    approval:
      approvedAt !== null && postedOn !== null
        ? { by: row.approvedBy ?? '', at: approvedAt, postedOn }
        : null,
    reimbursement:
      reimbursedOn !== null && reimbursedFrom !== null
        ? {
            by: row.reimbursedBy ?? '',
            on: reimbursedOn,
            from: reimbursedFrom,
            voucher: reference(row.staffVoucherId, row.voucherNumber),
          }
        : null,
    reversal:
      row.reversedOn === null
        ? null
        : { by: row.reversedBy ?? '', on: row.reversedOn, reason: row.reversalReason ?? '' },
  };
}
