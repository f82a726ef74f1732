import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { bookChecks } from '@daybook/contracts/settings/book-checks/book-checks';
import type { BookCheck, BookFinding } from '@daybook/contracts/settings/book-checks/book-checks';
import { openDesk } from './billing-desk.ts';
import { makeEntity } from './masters.ts';
import { sealAll } from '../seal-all.ts';
import { startTestApi } from '../test-api.ts';
import type { Caller, TestApi } from '../test-api.ts';
import { makeAskedCheck } from '../../src/books/checks-by-hand.ts';

/** Books in which every rule of a check has something to look at. */
async function makeBooks(
  api: TestApi,
  admin: Caller,
): Promise<{ invoiceNumber: string; receiptNumber: string }> {
  const desk = await openDesk(api, admin, { entityId: await makeEntity(api.db, { writeOffLimit: 100 }) });
  const invoice = await desk.issued(10_000);
  const dollars = await desk.issued(5_000, { currency: 'USD', fxRate: '0.9' });
  await admin.call(receipts.create, desk.receipt(2_000, { receiptDate: '2026-02-01' }));
  await desk.issued(7_000, { prepaid: 2_000 });
  const wrong = await desk.issued(100);
  await admin.call(
    invoices.void,
    { id: wrong.id, voidDate: '2026-03-02', reason: 'Wrong' },
    { version: wrong.version },
  );
  const receipt = await admin.call(
    receipts.create,
    desk.receipt(8_000, { withheld: 500, allocations: [{ invoiceId: invoice.id, amount: 6_000 }] }),
  );
  await admin.call(
    receipts.create,
    desk.receipt(3_000, {
      currency: 'USD',
      fxRate: '0.8',
      allocations: [{ invoiceId: dollars.id, amount: 3_000 }],
    }),
  );
  const small = await desk.issued(1_000);
  await admin.call(
    receipts.create,
    desk.receipt(990, { allocations: [{ invoiceId: small.id, amount: 990, writeOffRest: true }] }),
  );
  const paidBack = await admin.call(receipts.create, desk.receipt(700));
  await admin.call(receipts.refund, { id: paidBack.id, date: '2026-04-08', amount: 300, mode: 'bank' });
  const item = { entityId: desk.entityId, clientId: desk.clientId, description: 'Advice', amount: 400 };
  const work = { ...item, taxCodeId: desk.taxCodeId, readyOn: '2026-03-01' };
  const { id: itemId } = await admin.call(pendingInvoices.create, work);
  const draft = await admin.call(pendingInvoices.draft, { itemIds: [itemId], issueDate: '2026-03-02' });
  await admin.call(invoices.issue, { id: draft.id }, { version: draft.version });
  await sealAll(api.db);
  return { invoiceNumber: invoice.number, receiptNumber: receipt.number };
}

/** Changes rows as a thief with the owner's password would, with the laws of the tables lifted meanwhile. */
async function damageRows(api: TestApi, tables: readonly string[], statement: string): Promise<void> {
  const client = await api.ownerPool.connect();
  try {
    await client.query('begin');
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    const { rowCount } = await client.query(statement);
    if (!rowCount) throw new Error(`nothing was damaged by ${statement}`);
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Requests a check by hand and runs it in the background's place. */
async function checkByHand(api: TestApi, admin: Caller): Promise<BookCheck> {
  await admin.call(bookChecks.run, {});
  await makeAskedCheck(api.db, api.db);
  const [latest] = (await admin.call(bookChecks.list, {})).rows;
  if (!latest) throw new Error('a check that was not kept');
  return latest;
}

export async function openCheckedBooks() {
  const api = await startTestApi();
  const admin = await api.as({});
  const numbers = await makeBooks(api, admin);
  const check = () => checkByHand(api, admin);
  return {
    api,
    admin,
    ...numbers,
    check,
    damage: (tables: readonly string[], statement: string) => damageRows(api, tables, statement),
    async rulesFound(): Promise<BookFinding['rule'][]> {
      const { findings } = await check();
      return [...new Set(findings.map(({ rule }) => rule))].toSorted();
    },
  };
}

export type CheckedBooks = Awaited<ReturnType<typeof openCheckedBooks>>;
