import { uuidv7 } from 'uuidv7';
import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { InputOf } from '@daybook/contracts/endpoint';
import { addDays } from '@daybook/contracts/plain-date';
import { followUps } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { promises } from '@daybook/contracts/receivables/follow-up/promises';
import { outstanding } from '@daybook/contracts/receivables/outstanding/outstanding';
import { openBillingFixture, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { laterCheque, moveTo, west } from '../../../test/fixtures/later-cheques.ts';
import { setReminders } from '../../../test/fixtures/reminder-fixture.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { judgePromises } from '../follow-up/judge-promises.ts';

const today = new Date().toISOString().slice(0, 10);
let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
  await fixture.issued(1_000);
});
afterAll(() => api.stop());

type Filter = NonNullable<InputOf<typeof outstanding.list>['filter']>;

const lines = async (filter: Filter = {}) =>
  (await admin.call(outstanding.list, { filter: { clientId: fixture.clientId, asOf: today, ...filter } }))
    .rows;
const memos = async (filter: Filter = {}) => {
  const [line] = await lines(filter);
  return (
    line && {
      postdated: line.postdated,
      promised: line.promised,
      promise: line.promise,
      lastContactAt: line.lastContactAt,
      levelDue: line.levelDue,
    }
  );
};
const promise = (amount: number, more: Partial<InputOf<typeof promises.create>> = {}) =>
  admin.call(promises.create, {
    id: uuidv7(),
    clientId: fixture.clientId,
    currency: 'EUR',
    instalments: [{ dueOn: addDays(today, 5), amount }],
    ...more,
  });
const log = (at: string, more: object = {}) => ({
  id: uuidv7(),
  clientId: fixture.clientId,
  channel: 'call' as const,
  outcome: 'no_answer' as const,
  at,
  ...more,
});
const promisedOf = async (filter: Filter) => (await memos(filter))?.promised;
const none = { postdated: 0, promised: 0, promise: null, lastContactAt: null, levelDue: null };

describe('the line of a client', () => {
  it('has nothing beside its amounts as long as nobody asked and nothing was promised', async () => {
    expect(await memos()).toEqual(none);
    expect(await lines({ promised: 'true' })).toEqual([]);
  });

  it('shows the last contact that was not corrected', async () => {
    const wrong = log('2026-05-03T10:00:00Z');
    await admin.call(followUps.log, log('2026-05-01T10:00:00Z'));
    await admin.call(followUps.log, wrong);
    await admin.call(followUps.log, log('2026-05-02T10:00:00Z', { correctsId: wrong.id }));
    expect((await memos())?.lastContactAt).toBe('2026-05-02T10:00:00Z');
  });

  it('shows what an open promise leaves to come in, and finds clients with one in every grouping', async () => {
    await promise(600);
    await admin.call(receipts.create, fixture.receipt(150, { receiptDate: today }));
    await judgePromises(api.db);
    const promised = { promised: 450, promise: { state: 'open', dueOn: addDays(today, 5) } };
    expect(await memos({ promised: 'true' })).toMatchObject(promised);
    const [entity] = await lines({ by: 'entity', promised: 'true' });
    expect(entity).toMatchObject({ who: { id: fixture.entityId }, balance: 850, ...none });
    expect(
      (await admin.call(outstanding.total, { filter: { asOf: today, promised: 'true' } })).sections,
    ).toMatchObject([{ currency: 'EUR', balance: 850 }]);
  });

  it('leaves out promises of another currency, and those for another billing entity than the asked one', async () => {
    const other = await openBillingFixture(api, admin);
    await other.issued(70, { clientId: fixture.clientId });
    await fixture.issued(90, { currency: 'USD', fxRate: '0.9' });
    // It takes the place of the earlier one, which was for any billing entity.
    await promise(70, { entityId: other.entityId });
    expect([
      await promisedOf({ currency: 'EUR' }),
      await promisedOf({ currency: 'USD' }),
      await promisedOf({ currency: 'EUR', entityId: other.entityId }),
      await promisedOf({ currency: 'EUR', entityId: fixture.entityId }),
    ]).toEqual([70, 0, 70, 0]);
  });

  it('shows the cheques of a later day, and the level that is due', async () => {
    await moveTo(api, fixture, west);
    await admin.call(postdatedCheques.create, laterCheque(fixture));
    await setReminders(admin, fixture.entityId, 'propose');
    await api.ownerPool.query(
      `insert into reminder_proposal (entity_id, client_id, level, day)
         select entity_id, $2, no, $3 from reminder_level where entity_id = $1 and name = 'Second'`,
      [fixture.entityId, fixture.clientId, today],
    );
    expect(await memos({ currency: 'EUR' })).toMatchObject({
      postdated: 1_000,
      levelDue: { name: 'Second' },
    });
  });
});
