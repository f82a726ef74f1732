import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { uuidv7 } from 'uuidv7';
import { startTestServer } from '@daybook/tooling/test-database';
import { invoiceJobs } from '@daybook/contracts/billing/invoices/invoice-jobs';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { addDays } from '@daybook/contracts/plain-date';
import { startBackground } from '../../src/background.ts';
import { checkBooks } from '../../src/books/check-books.ts';
import { openDatabase } from '../../src/db/database.ts';
import type { Database } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { fillDemo } from '../../src/demo/fill-demo.ts';
import { eventually } from '../installation.ts';
import { sealAll } from '../seal-all.ts';
import { startTestApi } from '../test-api.ts';
import type { Caller } from '../test-api.ts';
import { storeFirm } from './stored-firm.ts';

// Stores a small demo firm as today's code fills it, with today's schema. Its file is never made again: later code would write
// what the code of that time did not.
const size = { clients: 24, enquiries: 10, tasks: 60, invoices: 110, receipts: 80 };
const today = '2026-06-15';
const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'books@firm.test' };
const silent = pino({ level: 'silent' });

/** What a demo firm lacks: jobs that are done, cancelled and open, waiting mail, a cheque to come, a refund, totals, a check. */
async function use(database: Database, admin: Caller): Promise<void> {
  const listed = async (status: 'issued' | 'draft') =>
    (await admin.call(invoices.list, { filter: { status: [status] }, pageSize: 100 })).rows;
  const ids = (await listed('issued')).slice(0, 4).map(({ id }) => id);
  const drafts = (await listed('draft')).map(({ id, version }) => ({ id, version }));
  const { rows } = await admin.call(receipts.list, { filter: { inAdvance: 'true' }, pageSize: 100 });
  const held = await Promise.all(rows.map(({ id }) => admin.call(receipts.open, { id })));
  const simple = held.find(({ inBase, voucherKind }) => inBase === null && voucherKind === 'receipt');
  if (!simple) throw new Error('No client of this firm has an advance in the base currency.');
  const { id, client, entity, currency } = simple;
  const dueOn = addDays(new Date().toISOString().slice(0, 10), 300);
  await admin.call(postdatedCheques.create, {
    id: uuidv7(),
    clientId: client.id,
    entityId: entity.id,
    currency,
    amount: 5_000,
    mode: 'cheque',
    receiptDate: dueOn,
    instrumentNo: '000123',
    instrumentBank: 'First Bank',
    instrumentDate: dueOn,
  });
  const jobs = [
    await admin.call(invoiceJobs.send, { ids }),
    await admin.call(invoiceJobs.pdf, { ids: ids.slice(0, 2) }),
    await admin.call(invoiceJobs.issue, { invoices: [...drafts.slice(0, 2), { id: uuidv7(), version: 1 }] }),
  ];
  const stop = startBackground(database, mail, silent, { info: () => undefined });
  await eventually(async () => {
    for (const job of jobs)
      if ((await admin.call(invoiceJobs.open, job)).status !== 'done') throw new Error('not done');
    await database.db.selectFrom('clientOwed').select('clientId').executeTakeFirstOrThrow();
  });
  await stop();
  // Posted after the last roll-up, so that the totals have a part that is not rolled up.
  await admin.call(receipts.refund, { id, date: today, amount: 100, mode: 'bank' });
  await admin.call(invoiceJobs.cancel, await admin.call(invoiceJobs.issue, { invoices: drafts.slice(2, 4) }));
  await admin.call(invoiceJobs.pdf, { ids: ids.slice(2) });
  await sealAll(database.db);
  const { found } = await checkBooks(database.db, { kind: 'by_hand' });
  if (found > 0) throw new Error('The books of this firm have faults.');
  await sealAll(database.db);
}

const files = await readdir(path.join(import.meta.dirname, '../../migrations'));
const schema =
  files
    .filter((name) => /^\d{4}_/.test(name))
    .toSorted()
    .at(-1)
    ?.slice(0, 4) ?? '';
const server = await startTestServer(migrate);
try {
  const api = await startTestApi(undefined, mail);
  const database = openDatabase(api.urls.app, silent);
  await fillDemo(database, { say: () => undefined, size, today });
  await use(database, await api.as({ userType: 'super_admin' }));
  await database.close();
  await storeFirm(schema, api.urls.owner);
  await api.stop();
} finally {
  await server.stop();
}
