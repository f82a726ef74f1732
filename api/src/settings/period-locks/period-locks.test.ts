import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { draftOf } from '@daybook/contracts/billing/invoices/invoice-draft';
import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { waitsForLock } from '../../../test/waits-for-lock.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let admin: Caller;
let other: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  other = await api.as({ userType: 'admin' });
});
beforeEach(async () => {
  fixture = await openBillingFixture(api, admin);
});
afterAll(() => api.stop());

const lock = (lockedUntil: string | null, reason: string | null = null) =>
  admin.call(periodLocks.move, { id: fixture.entityId, lockedUntil, reason });
const future = '2199-12-31';
const except = (person: Caller, until = future) =>
  admin.call(periodLocks.except, { id: fixture.entityId, userId: person.id, until, reason: 'Late invoice' });

const late = () => fixture.receipt(1_000, { receiptDate: '2026-03-15' });
const post = (caller: Caller) => caller.call(receipts.create, late());
const refused = (caller: Caller) => caller.refused(receipts.create, late());

const lockedBehind = (field: string, until = '2026-03-31') => ({
  httpStatus: 423,
  code: 'PERIOD_LOCKED',
  params: { until },
  message: expect.not.stringMatching(/–|\d-\d/) as string,
  errors: { [field]: [{ code: 'PERIOD_LOCKED', params: { until } }] },
});

const countEntries = async (until: string): Promise<number> => {
  const { rows } = await api.ownerPool.query<{ count: number }>(
    'select count(*)::int as count from journal_entry where entity_id = $1 and entry_date <= $2',
    [fixture.entityId, until],
  );
  return rows[0]?.count ?? -1;
};

describe('a locked period', () => {
  it('refuses every posting, on the date of its form', async () => {
    const invoice = await fixture.issued(10_000);
    const open = await fixture.issued(5_000);
    const receipt = await admin.call(
      receipts.create,
      fixture.receipt(20_000, {
        receiptDate: '2026-03-10',
        allocations: [{ invoiceId: invoice.id, amount: 10_000 }],
      }),
    );
    const draft = await fixture.draft(1_000);
    await lock('2026-03-31');
    const before = await countEntries('2026-03-31');

    expect(await admin.call(invoices.preview, draftOf(draft))).toMatchObject({
      refusals: lockedBehind('issueDate').errors,
    });
    expect(await admin.refused(invoices.issue, { id: draft.id }, { version: draft.version })).toMatchObject(
      lockedBehind('issueDate'),
    );
    expect(
      await admin.refused(
        invoices.void,
        { id: open.id, voidDate: '2026-03-31', reason: 'Wrong' },
        { version: open.version },
      ),
    ).toMatchObject(lockedBehind('voidDate'));
    expect(
      await admin.refused(receipts.create, fixture.receipt(1_000, { receiptDate: '2026-03-15' })),
    ).toMatchObject(lockedBehind('receiptDate'));
    const [allocation] = receipt.allocations;
    const { id } = receipt;
    const allocations = [{ invoiceId: open.id, amount: 5_000 }];
    expect(await admin.refused(receipts.allocate, { id, date: '2026-03-20', allocations })).toMatchObject(
      lockedBehind('date'),
    );
    expect(
      await admin.refused(receipts.unallocate, { id, allocationId: allocation?.id, date: '2026-03-20' }),
    ).toMatchObject(lockedBehind('date'));
    expect(
      await admin.refused(receipts.reverse, { id, date: '2026-03-31', reason: 'Recalled' }),
    ).toMatchObject(lockedBehind('date'));

    expect(await countEntries('2026-03-31')).toBe(before);
    await admin.call(receipts.allocate, { id, date: '2026-04-01', allocations });
    await admin.call(receipts.reverse, { id, date: '2026-04-02', reason: 'Recalled' });
    expect(await countEntries('2026-03-31')).toBe(before);
  });

  it('refuses raw statements of the application as well', async () => {
    await lock('2026-03-31');
    const entry = `insert into journal_entry (id, entity_id, entry_date, source_type, source_id)
      values ($1, $2, '2026-03-31', 'deposit', $1)`;
    await expect(api.appPool.query(entry, [uuidv7(), fixture.entityId])).rejects.toMatchObject({
      code: 'DB030',
    });
  });

  // docs/rules.md#periods
  it('refuses 50 postings around its edges, across year ends, leap days and clock changes', async () => {
    const edge = fc.constantFrom('2025-12-31', '2024-02-29', '2026-03-29', '2025-10-26');
    const offset = fc.integer({ min: -2, max: 2 });
    for (const timezone of ['Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Paris']) {
      fixture = await openBillingFixture(api, admin);
      await api.ownerPool.query('update billing_entity set timezone = $1 where id = $2', [
        timezone,
        fixture.entityId,
      ]);
      await fc.assert(
        fc.asyncProperty(edge, offset, async (until, days) => {
          await lock(until, 'Another edge');
          const day = new Date(Date.parse(until) + days * 86_400_000).toISOString().slice(0, 10);
          const before = await countEntries(until);
          const answer = await admin.inject(
            requestOf(receipts.create, fixture.receipt(100, { receiptDate: day })),
          );
          expect(answer.statusCode).toBe(days <= 0 ? 423 : 200);
          expect(await countEntries(until)).toBe(before);
        }),
        { numRuns: 17, endOnFailure: true },
      );
    }
  });

  it('waits for a posting in progress, and the next posting waits for it', async () => {
    const posting = await api.appPool.connect();
    const entry = `insert into journal_entry (id, entity_id, entry_date, source_type, source_id)
      values (gen_random_uuid(), $1, '2026-03-31', 'deposit', gen_random_uuid())`;
    await posting.query('begin');
    await posting.query(entry, [fixture.entityId]);
    const locking = lock('2026-03-31');
    const isWaiting = async () => {
      const { rows } = await api.ownerPool.query<{ waiting: boolean }>(
        `select exists (${waitsForLock}) as waiting`,
      );
      return rows[0]?.waiting === true;
    };
    while (!(await isWaiting())) await Promise.resolve();
    await posting.query('rollback');
    await locking;
    await expect(posting.query(entry, [fixture.entityId])).rejects.toMatchObject({ code: 'DB030' });
    posting.release();
  });

  it('concerns one entity only', async () => {
    await lock('2026-03-31');
    const elsewhere = await openBillingFixture(api, admin);
    expect((await elsewhere.issued(1_000)).status).toBe('issued');
  });
});

describe('an exception from a lock', () => {
  it('lets one person post in a locked period, and tells the others whom to ask', async () => {
    await lock('2026-03-31');
    await except(other);
    expect((await post(other)).receiptDate).toBe('2026-03-15');
    const { rows } = await api.ownerPool.query<{ name: string }>('select name from app_user where id = $1', [
      other.id,
    ]);
    expect(await refused(admin)).toMatchObject({
      code: 'PERIOD_LOCKED',
      params: { whoMay: rows[0]?.name },
      message: expect.stringContaining(rows[0]?.name ?? '') as string,
    });
  });

  it('ends on its day, and when it is withdrawn', async () => {
    await lock('2026-03-31');
    const given = await except(other);
    const [exception] = given.exceptions;
    expect(exception).toMatchObject({ isInForce: true, reason: 'Late invoice', user: { id: other.id } });
    const withdrawn = { id: fixture.entityId, exceptionId: exception?.id ?? '' };
    const after = await admin.call(periodLocks.withdraw, withdrawn);
    expect(after.exceptions).toMatchObject([{ isInForce: false }]);
    expect(await refused(other)).toMatchObject({ code: 'PERIOD_LOCKED' });
    expect(await admin.refused(periodLocks.withdraw, withdrawn)).toMatchObject({ code: 'STATE_NOT_ALLOWED' });

    await api.ownerPool.query(
      `insert into period_lock_exception (id, entity_id, user_id, until, reason)
       values (gen_random_uuid(), $1, $2, current_date - 1, 'Over')`,
      [fixture.entityId, other.id],
    );
    expect(await refused(other)).toMatchObject({ code: 'PERIOD_LOCKED' });
  });

  it('for oneself has to come from another admin, where there is one', async () => {
    const asked = { id: fixture.entityId, userId: admin.id, until: future, reason: 'Late invoice' };
    expect(await admin.refused(periodLocks.except, asked)).toMatchObject({
      code: 'SECOND_ADMIN_NEEDED',
      errors: { userId: [{ code: 'SECOND_ADMIN_NEEDED' }] },
    });
    await other.call(periodLocks.except, asked);
    // A single admin may make an exception for themselves.
    await api.ownerPool.query(`update app_user set status = 'deactivated' where id = $1`, [other.id]);
    await admin.call(periodLocks.except, asked);
    await api.ownerPool.query(`update app_user set status = 'active' where id = $1`, [other.id]);
  });

  it('needs a person of the firm, a last day that is not over, and a reason', async () => {
    const asked = { id: fixture.entityId, userId: other.id, until: future, reason: 'Late invoice' };
    const client = await api.as({ userType: 'client' });
    expect(await admin.refused(periodLocks.except, { ...asked, userId: client.id })).toMatchObject({
      errors: { userId: [{ code: 'REFERENCE_UNKNOWN' }] },
    });
    expect(await admin.refused(periodLocks.except, { ...asked, until: '2026-01-01' })).toMatchObject({
      errors: { until: [{ code: 'DATE_TOO_EARLY' }] },
    });
    expect(await admin.refused(periodLocks.except, { ...asked, reason: ' ' })).toMatchObject({
      httpStatus: 400,
    });
  });
});

describe('the lock', () => {
  it('moves forward freely, and back only with a reason; every move is recorded', async () => {
    await lock('2026-02-28');
    await lock('2026-03-31');
    const back = { id: fixture.entityId, lockedUntil: '2026-02-28' };
    expect(await admin.refused(periodLocks.move, back)).toMatchObject({
      errors: { reason: [{ code: 'REQUIRED' }] },
    });
    expect(await admin.refused(periodLocks.move, { ...back, lockedUntil: null })).toMatchObject({
      errors: { reason: [{ code: 'REQUIRED' }] },
    });
    const lifted = await lock(null, 'The auditor asks for a correction');
    expect(lifted.lockedUntil).toBeNull();
    expect(lifted.history.map((move) => [move.lockedUntil, move.reason])).toEqual([
      [null, 'The auditor asks for a correction'],
      ['2026-03-31', null],
      ['2026-02-28', null],
    ]);
    expect((await fixture.issued(1_000)).status).toBe('issued');
    const { rows } = await api.ownerPool.query<{ count: number }>(
      `select count(*)::int as count from audit_event where entity = 'period_lock' and actor_id = $1`,
      [admin.id],
    );
    expect(rows[0]?.count).toBeGreaterThanOrEqual(3);
  });

  it('is never in the future', async () => {
    const asked = { id: fixture.entityId, lockedUntil: future };
    expect(await admin.refused(periodLocks.move, asked)).toMatchObject({
      errors: { lockedUntil: [{ code: 'DATE_FUTURE' }] },
    });
  });

  it('is listed for each active entity', async () => {
    await lock('2026-03-31');
    const { rows } = await admin.call(periodLocks.list, {});
    expect(rows.find(({ entity }) => entity.id === fixture.entityId)?.lockedUntil).toBe('2026-03-31');
  });

  it('has a history that no statement changes', async () => {
    await lock('2026-03-31');
    await except(other);
    for (const statement of [
      'update period_lock set locked_until = null',
      'delete from period_lock',
      'delete from period_lock_exception',
      `update period_lock_exception set until = '2199-01-01'`,
    ]) {
      await expect(api.ownerPool.query(statement)).rejects.toMatchObject({ code: 'DB001' });
      await expect(api.appPool.query(statement)).rejects.toMatchObject({
        code: expect.stringMatching(/DB001|42501/) as string,
      });
    }
  });
});
