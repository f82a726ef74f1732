import { uuidv7 } from 'uuidv7';
import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import { promises } from '@daybook/contracts/receivables/follow-up/promises';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { creditOf, issuedCredit } from '../../../test/fixtures/credit-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { judgePromises } from './judge-promises.ts';

let api: TestApi;
let admin: Caller;
let responsible: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  responsible = await api.as({ userType: 'crm' });
  fixture = await openBillingFixture(api, admin);
  await api.db
    .updateTable('client')
    .set({ crmId: responsible.id })
    .where('id', '=', fixture.clientId)
    .execute();
});
afterAll(() => api.stop());

const today = new Date().toISOString().slice(0, 10);
const day = (days: number) => addDays(today, days);

/** A promise of ten days ago, which a person could not record any more. */
async function promised(dues: readonly [days: number, amount: number][], more: object = {}): Promise<string> {
  const id = uuidv7();
  await api.db.transaction().execute(async (db) => {
    await db
      .insertInto('promise')
      .values({
        id,
        clientId: fixture.clientId,
        currency: 'EUR',
        promisedOn: day(-10),
        since: day(-10),
        amount: minor(dues.reduce((all, [, amount]) => all + amount, 0)),
        dueOn: day(dues[0]?.[0] ?? 0),
        createdAt: `${day(-10)}T08:00:00Z`,
        ...more,
      })
      .execute();
    await db
      .insertInto('promiseInstalment')
      .values(
        dues.map(([days, amount], no) => ({
          promiseId: id,
          no: no + 1,
          dueOn: day(days),
          amount: minor(amount),
        })),
      )
      .execute();
  });
  return id;
}

const pay = (days: number, amount: number, more: object = {}) =>
  admin.call(receipts.create, fixture.receipt(amount, { receiptDate: day(days), ...more }));
const found = async (id: string) =>
  (await admin.call(promises.list, { filter: { clientId: fixture.clientId } })).rows.find(
    (row) => row.id === id,
  );
const judged = async (id: string) => {
  await judgePromises(api.db);
  return found(id);
};
const noticesOf = async (caller: Caller) =>
  (
    await api.db
      .selectFrom('notification')
      .select('kind')
      .where('userId', '=', caller.id)
      .where('kind', 'like', 'promise%')
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);

/** Another promise, for whatever billing entity. */
const newer = async () =>
  admin.call(promises.create, {
    clientId: fixture.clientId,
    currency: 'EUR',
    instalments: [{ dueOn: day(7), amount: 1_000 }],
  });

describe('a promise', () => {
  it('is judged once its date has passed, by one of several servers, and told of once', async () => {
    await fixture.issued(1_000);
    const id = await promised([[-1, 1_000]]);
    await Promise.all([judgePromises(api.db), judgePromises(api.db), judgePromises(api.db)]);
    expect(await found(id)).toMatchObject({ state: 'broken', since: today, received: 0, dueOn: day(-1) });
    expect(await noticesOf(responsible)).toEqual(['promise_broken']);
    expect(await judgePromises(api.db)).toBe(0);
  });

  it('is broken the day after its date in the time zone of the billing entity', async () => {
    await fixture.issued(1_000);
    const zone = (timezone: string) =>
      api.db.updateTable('billingEntity').set({ timezone }).where('id', '=', fixture.entityId).execute();
    await zone('Pacific/Kiritimati');
    const id = await promised([[0, 1_000]]);
    // In Kiritimati the day is over at ten o'clock UTC.
    await judgePromises(api.db, `${today}T09:59:00Z`);
    expect(await found(id)).toMatchObject({ state: 'open' });
    await judgePromises(api.db, `${today}T10:00:00Z`);
    expect(await found(id)).toMatchObject({ state: 'broken', since: day(1) });
  });

  it('is kept by money allocated or not, with tax withheld and bank charges, and open again after a reversal', async () => {
    await fixture.issued(1_000);
    const id = await promised([[5, 1_000]]);
    await pay(-1, 600);
    const rest = await pay(0, 300, { withheld: 70, bankCharge: 30 });
    expect(await judged(id)).toMatchObject({ state: 'kept', since: today, received: 1_000 });
    await admin.call(
      receipts.reverse,
      { id: rest.id, date: today, reason: 'Bounced transfer' },
      { version: rest.version },
    );
    expect(await judged(id)).toMatchObject({ state: 'open', received: 600, dueOn: day(5) });
    expect(await noticesOf(responsible)).toEqual(['promise_kept', 'promise_open']);
  });

  it('becomes broken when the receipt that kept it is reversed after its date, and kept by a receipt entered late', async () => {
    await fixture.issued(1_000);
    const id = await promised([[-3, 1_000]]);
    const money = await pay(-4, 1_000);
    expect(await judged(id)).toMatchObject({ state: 'kept', since: day(-4) });
    await admin.call(
      receipts.reverse,
      { id: money.id, date: today, reason: 'Wrong client' },
      { version: money.version },
    );
    expect(await judged(id)).toMatchObject({ state: 'broken', since: day(-2) });
    await pay(-3, 1_000);
    expect(await judged(id)).toMatchObject({ state: 'kept', since: day(-3) });
    expect(await noticesOf(responsible)).toEqual(['promise_kept', 'promise_broken', 'promise_kept']);
  });

  it('stays broken when the money comes after its date, and says since when it is paid', async () => {
    await fixture.issued(1_000);
    const id = await promised([[-3, 1_000]]);
    await judgePromises(api.db);
    await pay(-2, 1_000);
    expect(await judged(id)).toMatchObject({ state: 'broken', received: 0, paidLateOn: day(-2) });
    expect(await noticesOf(responsible)).toEqual(['promise_broken']);
  });

  it('is settled, neither kept nor broken, if nothing was owed any more on its date', async () => {
    const invoice = await fixture.issued(1_000, { issueDate: day(-40), dueDate: day(-20) });
    await issuedCredit(admin, creditOf(fixture, [[invoice, 1_000]], { issueDate: day(-4) }), [
      { invoiceId: invoice.id, amount: 1_000 },
    ]);
    const id = await promised([[-3, 1_000]]);
    expect(await judged(id)).toMatchObject({ state: 'settled', since: day(-3) });
    expect(await noticesOf(responsible)).toEqual(['promise_settled']);
  });

  it('is judged by its amounts up to each date together', async () => {
    await fixture.issued(1_000);
    const id = await promised([
      [-3, 400],
      [5, 600],
    ]);
    await pay(-5, 500);
    expect(await judged(id)).toMatchObject({ state: 'open', received: 500, dueOn: day(5) });
    await pay(0, 500);
    expect(await judged(id)).toMatchObject({ state: 'kept', received: 1_000 });
  });

  it('counts neither earlier money, another currency or billing entity, nor a post-dated cheque', async () => {
    await fixture.issued(1_000);
    await pay(-9, 1_000);
    await api.ownerPool.query(`alter table receipt disable trigger receipt_frozen`);
    await api.ownerPool.query(`update receipt set created_at = $2 where client_id = $1`, [
      fixture.clientId,
      `${day(-10)}T07:00:00Z`,
    ]);
    await api.ownerPool.query(`alter table receipt enable trigger receipt_frozen`);
    const id = await promised([[5, 1_000]], { entityId: fixture.entityId });
    await pay(-8, 1_000, { currency: 'USD', fxRate: '0.9' });
    const other = await openBillingFixture(api, admin);
    await admin.call(
      receipts.create,
      other.receipt(1_000, { clientId: fixture.clientId, receiptDate: day(-1) }),
    );
    await admin.call(
      postdatedCheques.create,
      fixture.receipt(1_000, {
        mode: 'cheque',
        receiptDate: day(2),
        instrumentNo: '1',
        instrumentBank: 'Bank',
        instrumentDate: day(2),
      }),
    );
    expect(await judged(id)).toMatchObject({ state: 'open', received: 0 });
  });

  it('is superseded instead of open again when the receipt that kept it is reversed after a newer one, and others are judged', async () => {
    await fixture.issued(5_000);
    const id = await promised([[5, 1_000]]);
    const money = await pay(0, 1_000);
    expect(await judged(id)).toMatchObject({ state: 'kept' });
    const { id: open } = await newer();
    await admin.call(
      receipts.reverse,
      { id: money.id, date: today, reason: 'Bounced transfer' },
      { version: money.version },
    );
    expect(await judged(id)).toMatchObject({ state: 'superseded', since: today, received: 0 });
    expect(await found(open)).toMatchObject({ state: 'open' });
    expect(await noticesOf(responsible)).toEqual(['promise_kept', 'promise_superseded']);
    expect(await judgePromises(api.db)).toBe(0);
  });

  it('is superseded instead of open again when money for its missed date is entered late, after a newer one for all entities', async () => {
    await fixture.issued(5_000);
    const terms: [number, number][] = [
      [-3, 400],
      [5, 600],
    ];
    const id = await promised(terms, { entityId: fixture.entityId });
    expect(await judged(id)).toMatchObject({ state: 'broken' });
    await newer();
    await pay(-4, 400);
    expect(await judged(id)).toMatchObject({ state: 'superseded', received: 400 });
  });

  it.each([
    ['a receipt', 'kept'],
    ['its date', 'broken'],
  ])('that fails to be judged after %s holds up no other, and is judged later', async (after, state) => {
    const { entityId } = fixture;
    const clientId = await makeClient(api.db, { entityId, crmId: responsible.id });
    for (const more of [{}, { clientId }]) await fixture.issued(1_000, more);
    const failing = await promised([[-1, 1_000]]);
    const other = await promised([[-1, 1_000]], { clientId });
    await api.ownerPool.query(`create function fail_to_judge() returns trigger language plpgsql as $$
      begin
        if new.promise_id = '${failing}' then raise exception 'not judged'; end if;
        return new;
      end $$;
      create trigger fail_to_judge before insert on promise_change for each row execute function fail_to_judge()`);
    if (after === 'a receipt') for (const more of [{}, { clientId }]) await pay(-2, 1_000, more);
    const states = async () => {
      const { rows } = await admin.call(promises.list, { filter: { clientId } });
      return [(await found(failing))?.state, rows.find(({ id }) => id === other)?.state];
    };
    await expect(judgePromises(api.db)).rejects.toThrow('1 promises could not be judged');
    expect(await states()).toEqual(['open', state]);
    await api.ownerPool.query('drop function fail_to_judge cascade');
    await judgePromises(api.db);
    expect(await states()).toEqual([state, state]);
  });

  it('is kept by the payer of its group', async () => {
    await fixture.issued(1_000);
    const payer = await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id, currency: 'EUR' });
    await admin.call(clientGroups.create, {
      name: `Group ${uuidv7()}`,
      memberIds: [fixture.clientId, payer],
      payerClientId: payer,
    });
    const id = await promised([[5, 1_000]]);
    await pay(0, 1_000, { clientId: payer });
    expect(await judged(id)).toMatchObject({ state: 'kept' });
  });
});

describe('the database', () => {
  it('keeps the terms of a promise and the order of its changes, and begins none that is not open', async () => {
    const id = await promised([[5, 1_000]]);
    const refused = (text: string, ...values: unknown[]) => refusedInSql(api, [text, [id, ...values]]);
    expect(await refused('update promise set amount = 1 where id = $1')).toBe('42501');
    expect(await refused(`update promise set state = 'kept' where id = $1`)).toBe('42501');
    expect(await refused('delete from promise_change where promise_id = $1')).toBe('42501');
    const change = `insert into promise_change (promise_id, n, state, changed_on) values ($1, $2, $3, current_date)`;
    expect(await refused(change, 3, 'kept')).toBe('DB001');
    expect(await refused(change, 2, 'open')).toBe('DB001');
    await api.appPool.query(change, [id, 2, 'withdrawn']);
    expect(await refused(change, 3, 'kept')).toBe('DB001');
  });

  it('supersedes a kept promise only while another one is open, and then never opens it again', async () => {
    const id = await promised([[5, 1_000]]);
    const change = `insert into promise_change (promise_id, n, state, changed_on) values ($1, $2, $3, current_date)`;
    const refused = (state: string) => refusedInSql(api, [change, [id, 3, state]]);
    await api.appPool.query(change, [id, 2, 'kept']);
    expect(await refused('superseded')).toBe('DB001');
    await promised([[5, 1_000]], { entityId: fixture.entityId });
    expect(await refused('open')).toBe('DB001');
    await api.appPool.query(change, [id, 3, 'superseded']);
  });

  it.each<[string, [number, number][]]>([
    [
      'do not ascend',
      [
        [5, 100],
        [5, 100],
      ],
    ],
    ['begin before the promise', [[-11, 100]]],
    ['are more than twelve', Array.from({ length: 13 }, (_, no) => [no, 1] as [number, number])],
  ])('refuses a promise whose dates %s', async (_, dues) => {
    await expect(promised(dues)).rejects.toMatchObject({ code: expect.stringMatching(/^(?:DB006|23514)$/) });
  });
});
