import { notifications } from '@daybook/contracts/notifications';
import { bookChecks, bookRules } from '@daybook/contracts/settings/book-checks/book-checks';
import { makeClient, makeEntity } from '../../test/fixtures/masters.ts';
import { eventually } from '../../test/installation.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { checkBooksOfNight } from './check-books.ts';
import { makeAskedCheck } from './checks-by-hand.ts';
import { fillBooks, openCheckedBooks } from '../../test/fixtures/checked-books.ts';
import type { CheckedBooks, FilledBooks } from '../../test/fixtures/checked-books.ts';

let filled: FilledBooks;
let books: CheckedBooks;
let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  filled = await fillBooks();
});
beforeEach(async () => {
  books = await openCheckedBooks(filled);
  ({ api, admin } = books);
});
afterEach(() => api.stop());
afterAll(() => filled.database.drop());

const told = async (caller: Caller) => (await caller.call(notifications.list, {})).rows;
const gaugeOf = async (name: string) => {
  const { body } = await admin.inject({ url: '/api/metrics' });
  return new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1];
};
const gauge = () => gaugeOf('daybook_book_findings');
const age = async () => Number(await gaugeOf('daybook_book_check_age_seconds'));

describe('a requested check', () => {
  it('is shared by everyone who requests it at once, runs on one of several servers, and is shown while it runs', async () => {
    const other = await api.as({ userType: 'admin', name: 'Ben Asks' });
    const asked = await Promise.all([admin, other, admin].map((who) => who.call(bookChecks.run, {})));
    expect(new Set(asked.map(({ askedAt }) => askedAt)).size).toBe(1);
    expect(await admin.call(bookChecks.list, {})).toMatchObject({ rows: [], run: { status: 'running' } });
    const made = await Promise.all([1, 2, 3].map(() => makeAskedCheck(api.db, api.db)));
    expect(made.filter(Boolean)).toEqual([true]);
    const { rows, run } = await admin.call(bookChecks.list, {});
    expect(rows).toMatchObject([{ kind: 'by_hand', found: 0 }]);
    expect(run).toMatchObject({ askedAt: asked[0]?.askedAt, status: 'done' });
    await books.check();
    expect((await admin.call(bookChecks.list, {})).rows).toHaveLength(2);
  });

  it('shows how many rules have been checked so far, and lets the audit log be sealed meanwhile', async () => {
    await admin.call(bookChecks.run, {});
    const done = async () => (await admin.call(bookChecks.list, {})).run?.done;
    expect(await done()).toBe(0);
    const holder = await api.ownerPool.connect();
    await holder.query('begin; lock table audit_seal');
    const making = makeAskedCheck(api.db, api.db);
    await eventually(async () => expect(await done()).toBe(bookRules.length - 1));
    // A transaction that has an id locks it.
    const { rows: withIds } = await holder.query(`select from pg_locks where locktype = 'transactionid'
      and pid in (select pid from pg_locks where not granted and relation = 'audit_seal'::regclass)`);
    await holder.query('rollback');
    holder.release();
    expect(withIds).toEqual([]);
    expect(await making).toBe(true);
    expect(await admin.call(bookChecks.list, {})).toMatchObject({
      run: { status: 'done', done: bookRules.length },
    });
  });

  it('is tried again when it fails, and given up after three failures', async () => {
    await admin.call(bookChecks.run, {});
    await api.ownerPool.query('alter table audit_seal rename to hidden_seal');
    const stateAfter = async () => {
      await expect(makeAskedCheck(api.db, api.db)).rejects.toThrow(/audit_seal/);
      return (await admin.call(bookChecks.list, {})).run?.status;
    };
    expect([await stateAfter(), await stateAfter(), await stateAfter()]).toEqual([
      'running',
      'running',
      'failed',
    ]);
    await api.ownerPool.query('alter table hidden_seal rename to audit_seal');
    expect(await books.check()).toMatchObject({ kind: 'by_hand', found: 0 });
  });
});

/** Within the nightly hours of the billing entity's time zone, which is UTC. */
const night = '2026-11-24T02:00:00Z';

describe('the nightly check', () => {
  it('runs once, even if several servers start it', async () => {
    const runs = await Promise.all(Array.from({ length: 5 }, () => checkBooksOfNight(api.db, night)));
    expect(runs.filter((run) => run !== null)).toHaveLength(1);
    expect(await checkBooksOfNight(api.db, night)).toBeNull();
    expect((await admin.call(bookChecks.list, {})).rows).toMatchObject([{ kind: 'nightly', found: 0 }]);
  });

  it('waits for the night of the billing entity with the most clients, and makes up for a night without a server', async () => {
    const tokyo = await makeEntity(api.db, { timezone: 'Asia/Tokyo' });
    for (let more = 0; more < 2; more += 1) await makeClient(api.db, { entityId: tokyo, crmId: admin.id });
    const made = async (clock: string) => (await checkBooksOfNight(api.db, clock)) !== null;
    // These are 11:00 and 00:59 in Tokyo.
    expect([await made(night), await made('2026-11-24T15:59:00Z')]).toEqual([false, false]);
    expect(await made('2026-11-24T16:00:00Z')).toBe(true);
    expect([await made('2026-11-24T18:00:00Z'), await made('2026-11-25T03:00:00Z')]).toEqual([false, false]);
    // No server ran in the night of the 26th, so the check runs once in the next night, and not by day.
    expect(await made('2026-11-26T01:00:00Z')).toBe(false);
    expect([await made('2026-11-26T19:59:00Z'), await made('2026-11-26T19:59:00Z')]).toEqual([true, false]);
    expect(await made('2026-11-27T20:00:00Z')).toBe(false);
    // A machine that is off at night: two nights are missed, then the check runs by day.
    expect([await made('2026-11-29T03:00:00Z'), await made('2026-11-30T03:00:00Z')]).toEqual([false, true]);
    expect(await made('2026-11-30T04:00:00Z')).toBe(false);
    expect((await admin.call(bookChecks.list, {})).rows).toHaveLength(3);
  });

  it('notifies admins of findings, but not managers, and updates the metric', async () => {
    const manager = await api.as({ userType: 'manager' });
    const boss = await api.as({ userType: 'admin' });
    expect([await gauge(), await age()]).toEqual(['-1', -1]);
    await books.damage(
      ['document_number'],
      `delete from document_number where doc_kind = 'receipt' and seq = 1`,
    );
    await checkBooksOfNight(api.db, night);
    expect(await gauge()).toBe('1');
    expect(await age()).toBeGreaterThanOrEqual(0);
    expect(await told(boss)).toMatchObject([
      { kind: 'books_wrong', params: { count: 1 }, record: { kind: 'book_check' } },
    ]);
    expect(await told(manager)).toEqual([]);
    expect(await manager.refused(bookChecks.list, {})).toMatchObject({ httpStatus: 403 });
  });
});
