import fc from 'fast-check';
import { clientLedgers } from '@daybook/contracts/billing/client-ledgers';
import { invoices } from '@daybook/contracts/billing/invoices';
import { receipts } from '@daybook/contracts/billing/receipts';
import { trialBalance } from '../ledger/trial-balance.ts';
import { openDesk } from '../test/billing-desk.ts';
import type { BillingDesk } from '../test/billing-desk.ts';
import { startTestApi } from '../test/test-api.ts';
import type { Caller, TestApi } from '../test/test-api.ts';

let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
});
afterAll(() => api.stop());

const fxRate = { EUR: '1', USD: '0.8712345' } as const;
type Currency = keyof typeof fxRate;

const client = fc.nat(1);
const currency = fc.constantFrom<Currency>('EUR', 'USD');
const which = fc.nat(50);
const amount = fc.integer({ min: 1, max: 100_000 });
const percent = fc.integer({ min: 1, max: 100 });
const command = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('invoice' as const), client, currency, amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('receipt' as const),
      client,
      currency,
      amount,
      withheld: fc.nat(5000),
      bankCharge: fc.nat(100),
      rate: fc.constantFrom('0.85', '0.9', '0.8712345'),
      percent: fc.nat(100),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('allocate' as const), which, percent }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('unallocate' as const), which }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reverse' as const), which }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('void' as const), which }) },
);
type Command = typeof command extends fc.Arbitrary<infer One> ? One : never;

interface Books {
  desks: BillingDesk[];
  invoiceIds: string[];
  receiptIds: string[];
}

const deskOf = ({ desks }: Books, index: number): BillingDesk => {
  const desk = desks[index];
  if (!desk) throw new Error(`no client ${index}`);
  return desk;
};

const proposal = async (desk: Pick<BillingDesk, 'clientId' | 'entityId'>, in_: string, settling: number) => {
  const { clientId, entityId } = desk;
  const open = await admin.call(receipts.openInvoices, { clientId, entityId, currency: in_, settling });
  return open
    .filter(({ proposed }) => proposed > 0)
    .map(({ id, proposed }) => ({ invoiceId: id, amount: proposed }));
};

async function receive(books: Books, asked: Extract<Command, { type: 'receipt' }>, date: string) {
  const desk = deskOf(books, asked.client);
  const { withheld, bankCharge } = asked;
  const settling = Math.floor(((asked.amount + withheld + bankCharge) * asked.percent) / 100);
  const receipt = await admin.call(
    receipts.create,
    desk.receipt(asked.amount, {
      receiptDate: date,
      currency: asked.currency,
      fxRate: asked.currency === 'EUR' ? '1' : asked.rate,
      withheld,
      bankCharge,
      allocations: await proposal(desk, asked.currency, settling),
    }),
  );
  books.receiptIds.push(receipt.id);
}

/** What a person could do next with a document, if anything. */
async function change(books: Books, asked: Extract<Command, { which: number }>, date: string) {
  if (asked.type === 'void') {
    const id = books.invoiceIds[asked.which % books.invoiceIds.length];
    if (id === undefined) return;
    const { status, version } = await admin.call(invoices.open, { id });
    if (status === 'issued')
      await admin.call(invoices.void, { id, voidDate: date, reason: 'Wrong' }, { version });
    return;
  }
  const id = books.receiptIds[asked.which % books.receiptIds.length];
  if (id === undefined) return;
  const receipt = await admin.call(receipts.open, { id });
  if (receipt.state !== 'posted') return;
  if (asked.type === 'reverse') {
    await admin.call(receipts.reverse, { id, date, reason: 'Recalled' });
  } else if (asked.type === 'unallocate') {
    const live = receipt.allocations.find(({ reversedOn }) => reversedOn === null);
    if (live) await admin.call(receipts.unallocate, { id, allocationId: live.id, date });
  } else {
    const settling = Math.floor((receipt.unallocated * asked.percent) / 100);
    const allocations = await proposal(
      { clientId: receipt.client.id, entityId: receipt.entity.id },
      receipt.currency,
      settling,
    );
    if (allocations.length > 0) await admin.call(receipts.allocate, { id, date, allocations });
  }
}

async function run(books: Books, asked: Command, date: string): Promise<void> {
  if (asked.type === 'invoice') {
    const issued = await deskOf(books, asked.client).issued(asked.amount, {
      issueDate: date,
      dueDate: '2026-12-31',
      currency: asked.currency,
      fxRate: fxRate[asked.currency],
    });
    books.invoiceIds.push(issued.id);
  } else if (asked.type === 'receipt') {
    await receive(books, asked, date);
  } else {
    await change(books, asked, date);
  }
}

const ledgersAsOf = async ({ desks }: Books, asOf: string) => {
  const ledgers = [];
  for (const { clientId, entityId } of desks) {
    for (const in_ of Object.keys(fxRate)) {
      ledgers.push(
        await admin.call(clientLedgers.open, { clientId, entityId, currency: in_, asOf, pageSize: 100 }),
      );
    }
  }
  return ledgers;
};

const sum = (amounts: number[]): number => amounts.reduce((total, one) => total + one, 0);
const clientAccounts = new Set<string | null>(['receivable', 'client_advance']);

/** What the entry of a kind of document debited to some accounts, in the base currency. */
const posted = (sourceType: string, ...accounts: string[]) => `
  select entry.source_id as id, sum(line.base_debit) as base from journal_line line
    join journal_entry entry on entry.id = line.entry_id join ledger_account account on account.id = line.account_id
    where entry.entity_id = $1 and entry.source_type = '${sourceType}' and system_key = any ('{${accounts.join()}}')
    group by entry.source_id`;
const bases = `
  with invoiced as (${posted('invoice', 'receivable')}),
    received as (${posted('receipt', 'bank', 'bank_charge', 'withholding_receivable')}),
    live as (select * from allocation where reversed_at is null)
  select coalesce(invoiced.base, 0) - coalesce((select sum(invoice_base) from live where invoice_id = invoiced.id), 0) as carried,
      outstanding as open
    from invoice_state state join invoiced on invoiced.id = invoice_id where status <> 'void'
  union all
  select coalesce((select sum(receipt_base) from live where receipt_id = received.id), 0) - coalesce(received.base, 0),
      available - allocated
    from receipt_state state join received on received.id = receipt_id where state.state = 'posted'`;

/** In the base currency receivables and advances carry what the open documents stand for at their own rates, and a settled one nothing. */
async function carriedBase(entityId: string): Promise<number> {
  const { rows } = await api.ownerPool.query<{ carried: string; open: number }>(bases, [entityId]);
  expect(rows.filter(({ carried, open }) => open === 0 && Number(carried) !== 0)).toEqual([]);
  return sum(rows.map(({ carried }) => Number(carried)));
}

async function expectInBalance(books: Books, asOf: string): Promise<void> {
  const { entityId } = deskOf(books, 0);
  const balance = await trialBalance(api.db, entityId, asOf);
  expect(sum(balance.map(({ base }) => base))).toBe(0);
  const ledgers = await ledgersAsOf(books, asOf);
  for (const in_ of Object.keys(fxRate)) {
    const rows = balance.filter((row) => row.currency === in_);
    expect(sum(rows.map((row) => row.balance))).toBe(0);
    const owed = sum(rows.filter(({ systemKey }) => clientAccounts.has(systemKey)).map((row) => row.balance));
    expect(sum(ledgers.filter((one) => one.currency === in_).map(({ closing }) => closing))).toBe(owed);
  }
  for (const { rows, closing } of ledgers) expect(rows.at(-1)?.balance ?? 0).toBe(closing);
  const onBase = balance.filter(({ systemKey }) => clientAccounts.has(systemKey)).map(({ base }) => base);
  expect(await carriedBase(entityId)).toBe(sum(onBase));
}

const dayOf = (index: number): string => new Date(Date.UTC(2026, 2, 1 + index)).toISOString().slice(0, 10);

describe('the books', () => {
  it('balance after any commands, client by client, and what comes later leaves an earlier day as it was', async () => {
    const anyCommands = fc.array(command, { minLength: 6, maxLength: 18 });
    await fc.assert(
      fc.asyncProperty(anyCommands, async (commands) => {
        const first = await openDesk(api, admin);
        const desks = [first, await openDesk(api, admin, { entityId: first.entityId })];
        const books: Books = { desks, invoiceIds: [], receiptIds: [] };
        const half = Math.floor(commands.length / 2);
        let then: unknown;
        for (const [index, asked] of commands.entries()) {
          await run(books, asked, dayOf(index));
          if (index === half) then = await ledgersAsOf(books, dayOf(half));
        }
        await expectInBalance(books, dayOf(commands.length));
        expect(await ledgersAsOf(books, dayOf(half))).toEqual(then);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });
});
