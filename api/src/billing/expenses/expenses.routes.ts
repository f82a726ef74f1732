import { expenseCategories } from '@daybook/contracts/billing/expenses/expense-categories';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { Refusal } from '@daybook/contracts/refusals';
import { refusalMessage } from '@daybook/contracts/refusal-message';
import { sendAttachment } from '../../files/attachments.queries.ts';
import { storeFile } from '../../files/store-attachment.ts';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { listCategories } from './expense-categories.queries.ts';
import { createCategory, editCategory, removeCategory } from './save-expense-category.ts';
import { expenseExport, exportedExpenses } from './expenses.export.ts';
import { sendExpensePdf } from './expense-pdf.ts';
import { getExpense, listExpenses, totalExpenses } from './expenses.queries.ts';
import {
  approveExpense,
  approveMany,
  rejectExpense,
  submitExpense,
  withdrawExpense,
} from './move-expense.ts';
import { reimburseExpense, takeBackReimbursement } from './reimburse-expense.ts';
import { reverseExpense } from './reverse-expense.ts';
import { createExpense, editExpense, removeExpense } from './save-expense.ts';

const expenseRoutes = implement(
  'expenses',
  expenses,
)({
  list: ({ db, user, input }) => listExpenses(db, user, input),
  total: ({ db, user, input }) => totalExpenses(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      async (cursor) =>
        exportedExpenses(db, await listExpenses(db, user, { ...input, pageSize: 500, cursor })),
      expenseExport(language),
    ),
  open: ({ db, user, input }) => getExpense(db, user, input.id),
  create: ({ db, user, input }) => createExpense(db, user, input),
  edit: ({ db, user, input, version }) => editExpense(db, user, input, version),
  remove: async ({ db, user, input, version }) => {
    await removeExpense(db, user, input.id, version);
    return {};
  },
  submit: ({ db, user, input, version }) => submitExpense(db, user, input.id, version),
  withdraw: ({ db, user, input, version }) => withdrawExpense(db, user, input.id, version),
  approve: ({ db, user, input, version }) => approveExpense(db, user, input, version),
  approveMany: async ({ db, user, input, language }) => ({
    results: (await approveMany(db, user, input)).map(({ refused, ...result }) => ({
      ...result,
      ...(refused && {
        refused: { code: refused.code, message: refusalMessage(language, refused.code, refused.params) },
      }),
    })),
  }),
  reject: ({ db, user, input, version }) => rejectExpense(db, user, input, version),
  reimburse: ({ db, user, input, version }) => reimburseExpense(db, user, input, version),
  takeBack: ({ db, user, input, version }) => takeBackReimbursement(db, user, input, version),
  reverse: ({ db, user, input, version }) => reverseExpense(db, user, input, version),
  pdf: ({ db, user, input, reply }) => sendExpensePdf(db, user, input.id, reply),
  file: async ({ db, user, input, reply }) => {
    const { attachment } = await getExpense(db, user, input.id);
    if (attachment === null) throw new Refusal('NOT_FOUND');
    return sendAttachment(db, attachment.id, reply);
  },
  upload: ({ db, input, upload }) => {
    if (upload === null) throw new Refusal('BODY_MALFORMED');
    return storeFile(db, upload, input.name, 'receipt');
  },
});

const categoryRoutes = implement(
  'expense_categories',
  expenseCategories,
)({
  list: ({ db, input }) => listCategories(db, input),
  create: ({ db, input }) => createCategory(db, input),
  edit: ({ db, input, version }) => editCategory(db, input, version),
  remove: async ({ db, input, version }) => {
    await removeCategory(db, input.id, version);
    return {};
  },
});

export const expensesRoutes = [...expenseRoutes, ...categoryRoutes];
