import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import type { Subscription } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { theSystem } from '../../auth/the-system.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { startSelling } from '../../../test/fixtures/subscription-fixture.ts';
import type { Selling } from '../../../test/fixtures/subscription-fixture.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { until } from '../../../test/series-runs.ts';
import { deactivateClient } from '../clients/change-client-status.ts';
import { pauseSubscription, resumeSubscription } from './pause-subscription.ts';

let sold: Selling;
beforeAll(async () => {
  sold = await startSelling();
});
afterAll(() => sold.api.stop());

const open = (id: string) => sold.admin.call(subscriptions.open, { id });
const statusesOf = ({ series }: Subscription) => series.map(({ kind, status }) => `${kind} ${status}`);
const periodsOf = async (clientId: string) =>
  (
    await sold.api.db
      .selectFrom('invoice')
      .select(['serviceFrom'])
      .where('clientId', '=', clientId)
      .orderBy('serviceFrom')
      .execute()
  ).map(({ serviceFrom }) => serviceFrom);
const tasksOf = async (clientId: string) =>
  (
    await sold.api.db
      .selectFrom('task')
      .select(['periodFrom'])
      .where('clientId', '=', clientId)
      .where('seriesId', 'is not', null)
      .orderBy('periodFrom')
      .execute()
  ).map(({ periodFrom }) => periodFrom);
const end = async (id: string, on: string | null) =>
  sold.admin.call(subscriptions.end, { id, on }, { version: (await open(id)).version });
const refusedEnd = async (id: string, on: string | null) =>
  sold.admin.refused(subscriptions.end, { id, on }, { version: (await open(id)).version });

const leave = async (id: string) => {
  const { version } = await sold.admin.call(clients.open, { id });
  return sold.admin.call(clients.deactivate, { id, reason: 'Moved' }, { version });
};
const comeBack = async (id: string) => {
  const { version } = await sold.admin.call(clients.open, { id });
  return sold.admin.call(clients.reactivate, { id, reason: 'Back' }, { version });
};

describe('a subscription whose end is known', () => {
  it('is resumed when its client comes back, and is invoiced up to its last period', async () => {
    const made = await sold.apply(await sold.sell());
    await end(made.id, '2030-03-10');
    await leave(made.client.id);
    await comeBack(made.client.id);
    const paused = await open(made.id);
    expect(paused).toMatchObject({ status: 'paused', endedOn: '2030-03-31', canResume: true });
    const resumed = await sold.admin.call(subscriptions.resume, { id: made.id }, { version: paused.version });
    expect(resumed).toMatchObject({ status: 'active', endedOn: '2030-03-31', canResume: false });
    await until(sold.api.db, '2030-06-01');
    expect(await periodsOf(made.client.id)).toEqual(['2030-01-01', '2030-02-01', '2030-03-01']);
  });

  it('can be closed while its client is gone, so that no series rests for ever', async () => {
    const made = await sold.apply(await sold.sell());
    await end(made.id, '2030-03-10');
    await leave(made.client.id);
    const closed = await end(made.id, '2030-03-31');
    expect(closed).toMatchObject({ endedOn: '2030-03-31', canResume: false, canEnd: false });
    expect(statusesOf(closed)).toEqual(['invoice cancelled', 'task cancelled']);
    await comeBack(made.client.id);
    const { version } = await open(made.id);
    expect(await sold.admin.refused(subscriptions.resume, { id: made.id }, { version })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
  });

  it('ends earlier if the client leaves earlier', async () => {
    const made = await sold.apply(await sold.sell());
    await end(made.id, '2030-12-31');
    await until(sold.api.db, '2030-02-01');
    expect(await refusedEnd(made.id, '2030-01-15')).toMatchObject({
      errors: { on: [{ code: 'PERIOD_BILLED' }] },
    });
    expect(await refusedEnd(made.id, '2030-12-15')).toMatchObject({
      errors: { on: [{ code: 'DATE_RANGE' }] },
    });
    expect(await end(made.id, '2030-03-15')).toMatchObject({ endedOn: '2030-03-31' });
    await until(sold.api.db, '2030-12-31');
    expect(await periodsOf(made.client.id)).toEqual(['2030-01-01', '2030-02-01', '2030-03-01']);
  });

  it('stays until its last day if another one continues it', async () => {
    const made = await sold.apply(await sold.sell());
    const other = { id: made.id, packageId: await sold.sell(), from: '2030-06-01' };
    await sold.admin.call(subscriptions.change, other, { version: made.version });
    expect(await open(made.id)).toMatchObject({ canEnd: false });
    expect(await refusedEnd(made.id, '2030-02-01')).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    const earlier = `update subscription set ended_on = '2030-02-28' where id = '${made.id}'`;
    expect(await refusedInSql(sold.api, [earlier])).toBe('DB001');
  });

  it('is called off before its day if it was sold once, and not once it has been invoiced', async () => {
    const packageId = await sold.sell({ cycle: 'once', recurringTasks: [] });
    const made = await sold.apply(packageId, { startsOn: '2030-01-15' });
    const calledOff = await end(made.id, '2030-01-01');
    expect(calledOff).toMatchObject({ endedOn: '2030-01-14', canEnd: false });
    expect(statusesOf(calledOff)).toEqual(['invoice cancelled']);
    const billed = await sold.apply(packageId, { startsOn: '2030-01-15' });
    await until(sold.api.db, '2030-03-01');
    expect(await open(billed.id)).toMatchObject({ canEnd: false });
    expect(await refusedEnd(billed.id, '2030-01-01')).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    expect(await periodsOf(made.client.id)).toEqual([]);
  });
});

describe('the known end of a subscription', () => {
  it('moves to a later day or is taken back, although its last period has been invoiced', async () => {
    const made = await sold.apply(await sold.sell());
    await end(made.id, '2030-02-10');
    await until(sold.api.db, '2030-03-25');
    const over = await open(made.id);
    expect(statusesOf(over)).toEqual(['invoice completed', 'task completed']);
    expect(over).toMatchObject({ canEnd: false, canGoOn: true });
    const later = await end(made.id, '2030-04-10');
    expect(later).toMatchObject({ endedOn: '2030-04-30', canEnd: true, canGoOn: true });
    expect(statusesOf(later)).toEqual(['invoice active', 'task active']);
    await until(sold.api.db, '2030-06-30');
    expect(await periodsOf(made.client.id)).toEqual(['2030-01-01', '2030-02-01', '2030-03-01', '2030-04-01']);
    expect(await end(made.id, null)).toMatchObject({ endedOn: null, canGoOn: false });
    await until(sold.api.db, '2030-07-31');
    expect(await periodsOf(made.client.id)).toHaveLength(7);
    expect(await tasksOf(made.client.id)).toEqual([
      '2030-01-01',
      '2030-02-01',
      '2030-03-01',
      '2030-04-01',
      '2030-05-01',
      '2030-06-01',
    ]);
    expect(await refusedEnd(made.id, null)).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
  });

  it('is taken back while it is paused; its series rest until somebody resumes it', async () => {
    const made = await sold.apply(await sold.sell(), { billing: 'post' });
    const pause = { id: made.id, reason: 'Quiet' };
    const { version } = await sold.admin.call(subscriptions.pause, pause, { version: made.version });
    expect(version).toBeGreaterThan(made.version);
    await end(made.id, '2030-12-31');
    const back = await end(made.id, null);
    expect(back).toMatchObject({ status: 'paused', endedOn: null, canResume: true });
    expect(statusesOf(back)).toEqual(['invoice paused', 'task paused']);
    const going = await sold.admin.call(subscriptions.resume, { id: made.id }, { version: back.version });
    expect(statusesOf(going)).toEqual(['invoice active', 'task active']);
    await until(sold.api.db, '2030-02-01');
    expect(await periodsOf(made.client.id)).toEqual(['2030-01-01']);
  });

  it('stays for what was sold once, after it has come, and where the client has the package again from the next day', async () => {
    const once = await sold.apply(await sold.sell({ cycle: 'once', recurringTasks: [] }));
    expect(once).toMatchObject({ canGoOn: false });
    expect(await refusedEnd(once.id, '2030-06-01')).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    expect(await refusedEnd(once.id, null)).toMatchObject({ code: 'STATE_NOT_ALLOWED' });

    const packageId = await sold.sell();
    const past = await sold.apply(packageId, { startsOn: '2024-01-01', firstPeriod: '2030-01-01' });
    expect(await end(past.id, '2024-03-15')).toMatchObject({ canGoOn: false });
    expect(await refusedEnd(past.id, '2030-03-15')).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    const again = await sold.apply(packageId);
    await end(again.id, '2030-03-31');
    await sold.apply(packageId, { clientId: again.client.id, startsOn: '2030-05-01' });
    expect(await end(again.id, '2030-04-30')).toMatchObject({ endedOn: '2030-04-30' });
    expect(await refusedEnd(again.id, null)).toMatchObject({ code: 'ALREADY_EXISTS' });
  });
});

const setTaxCode = (active: boolean) =>
  sold.api.ownerPool.query('update tax_code set active = $2 where id = $1', [sold.ids.taxCodeId, active]);

/** Paused in February by a person, while no server had run since the first of January. */
const pausedInFebruary = async (meanwhile = (): Promise<unknown> => Promise.resolve()) => {
  const made = await sold.apply(await sold.sell());
  await meanwhile();
  await inTransaction(sold.api.db, (db) =>
    pauseSubscription(db, theSystem, { id: made.id, reason: 'Quiet' }, made.version, {
      canMail: false,
      clock: '2030-02-01T09:00:00Z',
    }),
  );
  return made;
};

describe('what was due before a pause', () => {
  it('is invoiced with the pause, even if nobody resumes it', async () => {
    const made = await pausedInFebruary();
    await until(sold.api.db, '2030-06-01');
    expect(await periodsOf(made.client.id)).toEqual(['2030-01-01', '2030-02-01']);
  });

  it('is invoiced when the client leaves before the run of the day', async () => {
    const made = await sold.apply(await sold.sell());
    const { id } = made.client;
    const { version } = await sold.admin.call(clients.open, { id });
    const leaving = { id, reason: 'Moved', effectiveOn: null };
    await inTransaction(sold.api.db, (db) =>
      deactivateClient(db, theSystem, leaving, version, { canMail: false, clock: '2030-02-01T09:00:00Z' }),
    );
    expect(await periodsOf(id)).toEqual(['2030-01-01', '2030-02-01']);
  });

  it('is invoiced at the end, if it could not be before', async () => {
    const made = await pausedInFebruary(() => setTaxCode(false));
    await setTaxCode(true);
    expect(await periodsOf(made.client.id)).toEqual([]);
    const ended = await end(made.id, '2030-08-31');
    expect(statusesOf(ended)).toEqual(['invoice cancelled', 'task cancelled']);
    expect(await periodsOf(made.client.id)).toEqual(['2030-01-01', '2030-02-01']);
  });
});

it('A subscription that ends while its invoices rest by themselves still owes its last periods', async () => {
  const made = await sold.apply(await sold.sell());
  const id = made.series[0]?.id ?? '';
  const { version } = await sold.admin.call(recurringInvoices.open, { id });
  await sold.admin.call(recurringInvoices.pause, { id, reason: 'Tax code missing' }, { version });
  const ended = await end(made.id, '2030-02-15');
  expect(statusesOf(ended)).toEqual(['invoice paused', 'task active']);
  const resting = await sold.admin.call(recurringInvoices.open, { id });
  await sold.admin.call(recurringInvoices.resume, { id, create: [] }, { version: resting.version });
  await until(sold.api.db, '2030-06-01');
  expect(await periodsOf(made.client.id)).toEqual(['2030-01-01', '2030-02-01']);
});

it('A subscription that is resumed invoices what was due before its pause, whether or not the pause is invoiced', async () => {
  const made = await sold.apply(await sold.sell());
  const { id } = made;
  // No server ran in January and February.
  const paused = await inTransaction(sold.api.db, (db) =>
    pauseSubscription(db, theSystem, { id, reason: 'Quiet' }, made.version, {
      canMail: false,
      clock: '2030-02-01T09:00:00Z',
    }),
  );
  const resume = { id, billsMissed: false };
  await inTransaction(sold.api.db, (db) =>
    resumeSubscription(db, theSystem, resume, paused.version, {
      canMail: false,
      clock: '2030-05-20T09:00:00Z',
    }),
  );
  await until(sold.api.db, '2030-06-01');
  expect(await periodsOf(made.client.id)).toEqual(['2030-01-01', '2030-02-01', '2030-06-01']);
});

it('A client who changes to another package is not invoiced for periods that were invoiced elsewhere', async () => {
  const made = await sold.apply(await sold.sell(), { firstPeriod: '2030-04-01' });
  const other = { id: made.id, packageId: await sold.sell(), from: '2030-02-01' };
  const next = await sold.admin.call(subscriptions.change, other, { version: made.version });
  expect(next).toMatchObject({ startsOn: '2030-02-01', firstPeriod: '2030-04-01' });
  await until(sold.api.db, '2030-05-01');
  expect(await periodsOf(made.client.id)).toEqual(['2030-04-01', '2030-05-01']);
});
