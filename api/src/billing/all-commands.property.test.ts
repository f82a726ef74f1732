import fc from 'fast-check';
import { cheques } from '@daybook/contracts/billing/receipts/cheques';
import { allLedgers } from '@daybook/contracts/billing/client-ledgers/all-ledgers';
import { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { invoiceApprovals } from '@daybook/contracts/billing/invoices/invoice-approvals';
import {
  creditNoteMails,
  invoiceMails,
  receiptMails,
} from '@daybook/contracts/billing/invoices/invoice-mails';
import {
  creditNoteAttachments,
  invoiceAttachments,
  receiptAttachments,
} from '@daybook/contracts/billing/documents/document-attachments';
import { invoiceReminders } from '@daybook/contracts/billing/invoices/invoice-reminders';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { journal } from '@daybook/contracts/billing/journal/journal';
import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { proformaMails, proformas } from '@daybook/contracts/billing/proformas/proformas';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { addDays } from '@daybook/contracts/plain-date';
import { collectionGroupings } from '@daybook/contracts/receivables/collections/collections';
import { reminderLevels } from '@daybook/contracts/receivables/reminders/reminder-levels';
import { reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { findBookFaults } from '../books/book-findings.ts';
import { trialBalance } from '../ledger/trial-balance.ts';
import { effort, soak } from '../../test/effort.ts';
import { makeExpenseCategory } from '../../test/fixtures/expense-fixture.ts';
import { collectedBothWays } from '../../test/random-books/collected.ts';
import { departmentFaults } from '../../test/random-books/department-faults.ts';
import { followUp } from '../../test/random-books/follow-up-commands.ts';
import { marketCount, openEntity, openMarkets } from '../../test/random-books/markets.ts';
import type { Market } from '../../test/random-books/markets.ts';
import { faultsOf, heldOf } from '../../test/random-books/oracle.ts';
import { receivablesFaults } from '../../test/random-books/receivables-faults.ts';
import { staffBothWays } from '../../test/random-books/staff-faults.ts';
import { outputTaxBothWays } from '../../test/random-books/register-faults.ts';
import { commands, first, needs, often } from '../../test/random-books/all-commands.ts';
import { readDocuments } from '../../test/random-books/documents.ts';
import type { Documents } from '../../test/random-books/documents.ts';
import { dice, nameOf } from '../../test/random-books/step.ts';
import type { Fixture, Dice } from '../../test/random-books/step.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

// Without bias, because fast-check prefers the first and the last names.
const steps = (names: readonly string[], minLength: number, maxLength: number) =>
  fc.array(fc.record({ name: fc.noBias(fc.constantFrom(...names)), dice }), {
    minLength,
    maxLength,
    size: 'max',
  });
const all = [...Object.keys(commands), ...often];
const sequenceOf = (
  names: readonly string[],
  oneStrictIn: number,
  opening: [least: number, most: number],
  then: [least: number, most: number],
) =>
  fc.record({
    marketAt: fc.nat(marketCount - 1),
    isStrict: fc.nat(oneStrictIn - 1).map((n) => n === 0),
    opening: steps(first, ...opening),
    steps: steps(names, ...then),
  });
/** Short sequences, so that a failure is easy to read. */
const sequence = sequenceOf(all, 4, [0, 2], [1, 3]);
/** Enough documents for every command to find something to do. Half of the commands are those that may still do what is left out. */
function fullBooks() {
  const left = new Set(leftOut());
  const wanted = Object.keys(commands).filter((name) => {
    const tried = attempted.get(name);
    return !tried || [...tried].some((one) => left.has(one));
  });
  const times = wanted.length === 0 ? 0 : Math.ceil(all.length / wanted.length);
  return sequenceOf([...all, ...Array.from({ length: times }, () => wanted).flat()], 2, [4, 6], [12, 16]);
}
type Sequence = typeof sequence extends fc.Arbitrary<infer One> ? One : never;

// CI runs the same sequences each time; `pnpm nightly` and `pnpm soak` look for new ones, each batch with books of its own.
const isNew = effort(soak(0, 1), 1) === 1;
const runs = soak(effort(4, 200), 500);
const batches = Array.from({ length: soak(1, 20) }, (_, index) => (isNew ? Date.now() + index : 20_260_701));
jest.setTimeout(isNew ? 3_600_000 : 900_000);

let api: TestApi;
let writer: Caller;
let partner: Caller;
let clerk: Caller;
let markets: Market[];
let departmentIds: string[];
let categoryId: string;
let done: Set<string>;
/** What each command has tried so far, successfully or not. */
let attempted: Map<string, Set<string>>;
let sequences = 0;

beforeEach(async () => {
  api = await startTestApi();
  writer = await api.as({ userType: 'super_admin' });
  partner = await api.as({ userType: 'super_admin' });
  clerk = await api.as({ userType: 'super_admin' });
  ({ markets, departmentIds } = await openMarkets(api, writer.id));
  categoryId = await makeExpenseCategory(api);
  done = new Set();
  attempted = new Map();
});
afterEach(() => api.stop());

/** A day in the middle of most sequences. */
const midway = '2026-04-01';

const taxDues = [
  { first: 'payment', later: null },
  { first: 'invoice', later: null },
  { first: 'invoice', later: 'payment' },
  { first: 'payment', later: 'invoice' },
];

/** When tax falls due; in half of the books, it changes midway. */
async function setTaxDue(entityId: string, { marketAt, steps: { length } }: Sequence): Promise<void> {
  const { first = 'invoice', later = null } = taxDues[(marketAt + length) % taxDues.length] ?? {};
  const changes = later === null ? [] : [{ from: midway, due: later }];
  await api.ownerPool.query('update billing_entity set tax_due = $1, tax_due_changes = $2 where id = $3', [
    first,
    JSON.stringify(changes),
    entityId,
  ]);
}

async function openFixtureOf(given: Sequence): Promise<Fixture> {
  const { marketAt, isStrict } = given;
  const market = markets[marketAt];
  if (!market) throw new Error('no such market');
  const entityId = await openEntity(api, market);
  await setTaxDue(entityId, given);
  if (!isStrict)
    await api.ownerPool.query('update billing_entity set keeps_staff_cash = true where id = $1', [entityId]);
  if (isStrict)
    await api.ownerPool.query('update billing_entity set invoice_approval = true where id = $1', [entityId]);
  return {
    api,
    market,
    entityId,
    categoryId,
    departmentIds,
    isStrict,
    writer,
    partner,
    clerk,
    day: '2026-03-24',
    done,
    said: [],
  };
}

const forever = '2199-12-31';
const balances = ({ entityId }: Fixture, asOf: string) => trialBalance(api.db, entityId, asOf);
type Balances = Awaited<ReturnType<typeof balances>>;

interface Books {
  fixture: Fixture;
  /** The balances of everything posted, whatever its date. */
  now: Balances;
  /** The balances reported on earlier days, for as long as nothing is posted with an earlier date. */
  seen: Map<string, Balances>;
}

/** Runs a command; if it finds nothing to do, first the command that it needs. Returns the earliest date of what was posted. */
async function perform(
  fixture: Fixture,
  documents: Documents,
  name: string,
  given: Dice,
): Promise<string | null> {
  const command = commands[name];
  if (!command) throw new Error(`no command ${name}`);
  const attempt = async (now: Documents): Promise<{ since: string | null; isIdle: boolean }> => {
    const from = fixture.said.length;
    const since = await command(fixture, now, given);
    const said = fixture.said.slice(from).map((one) => one.split(': ')[0] ?? '');
    if (said.length > 0) attempted.set(name, new Set([...(attempted.get(name) ?? []), ...said]));
    return { since, isIdle: said.length === 0 };
  };
  const { since, isIdle } = await attempt(documents);
  const need = needs[name];
  if (!isIdle || need === undefined) return since;
  const before = await perform(fixture, documents, need, given);
  const then = await attempt(await readDocuments(api, fixture.entityId));
  return [before, then.since].filter((day) => day !== null).toSorted()[0] ?? null;
}

/** Runs one command on its day. A refused command changes nothing, and nothing is posted in a closed period. */
async function run(books: Books, name: string, given: Dice): Promise<void> {
  const { fixture, seen } = books;
  if (given.wait > 0) seen.set(fixture.day, await balances(fixture, fixture.day));
  fixture.day = addDays(fixture.day, given.wait);
  const documents = await readDocuments(api, fixture.entityId);
  const since = await perform(fixture, documents, name, given);
  const before = books.now;
  books.now = await balances(fixture, forever);
  if (since === null) expect(books.now).toEqual(before);
  else {
    expect({ since, isOpen: since > (documents.lockedUntil ?? '') }).toEqual({ since, isOpen: true });
    for (const day of seen.keys()) if (day >= since) seen.delete(day);
  }
  expect(await faultsOf(api, fixture.entityId)).toEqual([]);
}

/** Each client's ledger ends with the balance in the books, and every earlier day still reports what it did then. */
async function expectReports({ fixture, seen }: Books): Promise<void> {
  for (const [day, then] of seen)
    expect({ day, is: await balances(fixture, day) }).toEqual({ day, is: then });
  const held = await heldOf(api, fixture.entityId);
  for (const { clientId, currency, amount } of held) {
    const ledger = { entityId: fixture.entityId, clientId, currency, asOf: fixture.day, pageSize: 100 };
    const { rows, closing } = await writer.call(clientLedgers.open, ledger);
    expect([closing, rows.at(-1)?.balance]).toEqual([amount, amount]);
  }
  const filter = { entityId: fixture.entityId, to: fixture.day, withBalance: 'true' };
  const all = await writer.call(allLedgers.list, { filter, pageSize: 100 });
  const closings = all.rows.map(({ client, currency, closing }) => [client.id, currency, closing].join(' '));
  const owed = held.filter(({ amount }) => amount !== 0);
  expect(new Set(closings)).toEqual(
    new Set(owed.map(({ clientId, currency, amount }) => [clientId, currency, amount].join(' '))),
  );
  expect(closings).toHaveLength(owed.length);
}

/** The collection report, grouped in one way after another, adds up to what the documents say was collected. */
async function expectCollected({ entityId }: Fixture): Promise<void> {
  const by = collectionGroupings[sequences % collectionGroupings.length] ?? 'service';
  for (const one of new Set([by, 'service'] as const)) {
    const { reported, documents } = await collectedBothWays(api, writer, entityId, one);
    expect({ by: one, ...reported }).toEqual({ by: one, ...documents });
  }
}

/** The ledger checks read the books of all entities, so they do not run after each sequence. */
async function faultsOfNight() {
  sequences += 1;
  return sequences % 20 === 0 ? findBookFaults(api.db) : [];
}

async function runAll(given: Sequence): Promise<void> {
  const fixture = await openFixtureOf(given);
  const books: Books = { fixture, now: [], seen: new Map() };
  try {
    for (const { name, dice: thrown } of [...given.opening, ...given.steps]) await run(books, name, thrown);
    await expectReports(books);
    await expectCollected(fixture);
    const { reported, documents } = await staffBothWays(api, writer, fixture.entityId, fixture.day);
    expect(reported).toEqual(documents);
    const { register, ledger } = await outputTaxBothWays(api, fixture.entityId, midway);
    expect(register).toEqual(ledger);
    expect(await departmentFaults(fixture)).toEqual([]);
    expect(await receivablesFaults(fixture)).toEqual([]);
    expect(await faultsOfNight()).toEqual([]);
  } catch (error) {
    throw new Error(`after ${fixture.said.join(', ')}`, { cause: error });
  }
}

const mails = [invoiceMails, proformaMails, receiptMails, creditNoteMails];
const attachments = [invoiceAttachments, receiptAttachments, creditNoteAttachments];

/** Every command of billing has to be in the sequences or in this list, which holds commands without effect on the books. */
const apart = new Set(
  [
    expenses.upload,
    ...mails.map(({ send }) => send),
    invoiceReminders.edit,
    // The same as `send`, in the background.
    reminders.start,
    ...attachments.flatMap(({ attach, takeOff }) => [attach, takeOff]),
  ].map(nameOf),
);
const ofBilling = [
  invoices,
  invoiceApprovals,
  ...mails,
  invoiceReminders,
  ...attachments,
  proformas,
  writeOffs,
  pendingInvoices,
  receipts,
  cheques,
  creditNotes,
  openingBalances,
  journal,
  expenses,
  staffVouchers,
  reminders,
  reminderLevels,
  ...followUp.endpoints,
];
const everyCommand = ofBilling
  .flatMap((endpoints) => Object.values<Endpoint>(endpoints))
  .filter((endpoint) => endpoint.method !== 'GET' && !endpoint.reads)
  .map(nameOf)
  .filter((name) => !apart.has(name));

const leftOut = () => everyCommand.filter((name) => !done.has(name));

describe('the books', () => {
  it.each(batches)(
    'are right after any sequence of commands, and reports of earlier days stay as they were (%i)',
    async (seed) => {
      await fc.assert(fc.asyncProperty(sequence, runAll), { numRuns: runs, seed });
      // A few more sequences, until no command is left out by chance.
      for (let more = 1; more <= 200 && leftOut().length > 0; more += 1)
        await fc.assert(fc.asyncProperty(fullBooks(), runAll), { numRuns: 1, seed: seed + more });
      expect(leftOut()).toEqual([]);
      expect(await findBookFaults(api.db)).toEqual([]);
    },
  );
});
