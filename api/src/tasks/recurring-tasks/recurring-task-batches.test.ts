import { uuidv7 } from 'uuidv7';
import { minor } from '@daybook/contracts/money/money';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { addDays } from '@daybook/contracts/plain-date';
import type { InputOf } from '@daybook/contracts/endpoint';
import { recurringTaskBatches } from '@daybook/contracts/tasks/recurring-tasks/recurring-task-batches';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { makeClient, makeEntity } from '../../../test/fixtures/masters.ts';
import { first, monthly, setUpRecurringTasks } from '../../../test/fixtures/recurring-task-fixture.ts';

const at = setUpRecurringTasks();
const { terms } = at;
const today = new Date().toISOString().slice(0, 10);
const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());

const clientsMade = (many: number) => Promise.all(Array.from({ length: many }, at.fixture.newClient));

async function inactiveClient(): Promise<string> {
  const id = await at.fixture.newClient();
  const { version } = await at.admin.call(clients.open, { id });
  await at.admin.call(clients.deactivate, { id, reason: 'left' }, { version });
  return id;
}

const entityCurrency = async (id: string): Promise<string> =>
  (
    await at.api.db
      .selectFrom('billingEntity')
      .select('baseCurrency')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).baseCurrency;

const foundBy = async (
  found: NonNullable<InputOf<typeof recurringTaskBatches.preview>['found']>,
): Promise<string[]> => {
  const { clients: shown } = await at.admin.call(recurringTaskBatches.preview, {
    categoryId: at.categoryId,
    rule: monthly,
    startsOn: first(1),
    found,
  });
  return shown.map(({ client }) => client.id);
};

describe('series for many clients', () => {
  it('show each client’s next date, existing series and inactive status, and leave out clients outside the scope', async () => {
    const [plain = '', has = ''] = await clientsMade(2);
    const inactive = await inactiveClient();
    const foreign = await at.fixture.newClient();
    const series = await at.admin.call(recurringTasks.create, { ...terms(), clientId: has });
    const crm = await at.api.as({ userType: 'manager', keys: ['recurring_tasks.create'], scope: 'own' });
    await at.api.db
      .updateTable('client')
      .set({ crmId: crm.id })
      .where('id', 'in', [plain, has, inactive])
      .execute();
    const { clients: shown, areMore } = await crm.call(recurringTaskBatches.preview, {
      categoryId: at.categoryId,
      rule: monthly,
      startsOn: first(-1),
      clientIds: [plain, has, inactive, foreign],
    });
    expect(areMore).toBe(false);
    const byId = new Map(shown.map((one) => [one.client.id, one]));
    const nextDue = today.endsWith('-01') ? today : first(1);
    const missed = [first(-1), first(0)].filter((day) => day < today);
    expect(byId.get(plain)).toMatchObject({ isActive: true, present: null, nextDue, missed });
    expect(byId.get(has)?.present).toEqual({ id: series.id, label: 'Return {month}' });
    expect(byId.get(inactive)).toMatchObject({ isActive: false });
    expect(byId.has(foreign)).toBe(false);
  });

  it('find active clients by department, group or tag', async () => {
    const [one, inactive] = [await at.fixture.newClient(), await inactiveClient()];
    await at.api.db
      .updateTable('client')
      .set({ tags: ['monthly'] })
      .where('id', 'in', [one, inactive])
      .execute();
    const { clients: shown } = await at.admin.call(recurringTaskBatches.preview, {
      categoryId: at.categoryId,
      rule: monthly,
      startsOn: first(1),
      found: { tag: 'monthly' },
    });
    expect(shown.map(({ client }) => client.id)).toEqual([one]);
    const all = {
      categoryId: at.categoryId,
      rule: monthly,
      startsOn: first(1),
      found: { all: true },
    } as const;
    const { clients: active } = await at.admin.call(recurringTaskBatches.preview, all);
    expect(active.map(({ client }) => client.id)).toEqual(expect.arrayContaining([one]));
    expect(active.every(({ isActive }) => isActive)).toBe(true);
    const nobody = { categoryId: at.categoryId, rule: monthly, startsOn: first(1), found: {} };
    expect((await at.admin.refused(recurringTaskBatches.preview, nobody)).errors).toHaveProperty('found');
  });

  it('are created with their past periods, with a result for each client, and once though the request is repeated', async () => {
    const [one = '', two = ''] = await clientsMade(2);
    const inactive = await inactiveClient();
    await at.admin.call(recurringTasks.create, { ...terms(), clientId: two, create: [first(-1)] });
    const wanted = { ...terms(), clientIds: [one, two, inactive, one], create: [first(-1)] };
    const key = { key: uuidv7() };
    const { results } = await at.admin.call(recurringTaskBatches.create, wanted, key);
    expect(results.map(({ seriesId, refused }) => refused?.code ?? seriesId !== null)).toEqual([
      true,
      'DUPLICATE_PERIOD_TASK',
      'REFERENCE_UNKNOWN',
    ]);
    expect(await at.admin.call(recurringTaskBatches.create, wanted, key)).toEqual({ results });
    expect((await at.admin.call(recurringTasks.total, { filter: { categoryId: at.categoryId } })).total).toBe(
      2,
    );
    const wrong = { ...wanted, assigneeIds: [uuidv7()] };
    expect((await at.admin.refused(recurringTaskBatches.create, wrong)).errors).toHaveProperty('assigneeIds');
    expect((await at.admin.call(recurringTasks.total, { filter: { categoryId: at.categoryId } })).total).toBe(
      2,
    );
  });

  it('bill each client by its own entity, currency and fee, and are refused without a price', async () => {
    const inYen = await makeEntity(at.api.db, { currency: 'JPY' });
    const inRupees = await makeEntity(at.api.db, { currency: 'INR' });
    const usual = await at.fixture.newClient();
    const agreed = await at.fixture.newClient();
    const yen = await makeClient(at.api.db, { entityId: inYen, crmId: at.fixture.personId, currency: 'JPY' });
    const rupees = await makeClient(at.api.db, {
      entityId: inRupees,
      crmId: at.fixture.personId,
      currency: 'INR',
    });
    const currency = await entityCurrency(at.fixture.entityId);
    const serviceId = uuidv7();
    await at.api.db
      .insertInto('service')
      .values({ id: serviceId, name: `Return ${serviceId}`, taxCodeId: at.fixture.taxCodeId })
      .execute();
    await at.api.db
      .updateTable('recurringTaskCategory')
      .set({ serviceId, fee: minor(6500), currency })
      .where('id', '=', at.categoryId)
      .execute();
    const { clients: shown } = await at.admin.call(recurringTaskBatches.preview, {
      categoryId: at.categoryId,
      serviceId,
      rule: monthly,
      startsOn: first(1),
      clientIds: [usual, agreed, yen, rupees],
    });
    const byId = new Map(shown.map((one) => [one.client.id, one]));
    expect(byId.get(usual)).toMatchObject({ entity: { id: at.fixture.entityId }, currency, fee: 6500 });
    expect(byId.get(yen)).toMatchObject({ entity: { id: inYen }, currency: 'JPY', fee: null });
    const { results } = await at.admin.call(recurringTaskBatches.create, {
      ...terms(),
      serviceId,
      billable: true,
      clientIds: [usual, agreed, yen, rupees],
      fees: [
        { clientId: agreed, fee: 9000 },
        { clientId: yen, fee: 12_000 },
      ],
    });
    expect(results.map(({ refused }) => refused?.code ?? null)).toEqual([null, null, null, 'PRICE_MISSING']);
    const made = await Promise.all(
      results.flatMap(({ seriesId }) =>
        seriesId === null ? [] : [at.admin.call(recurringTasks.open, { id: seriesId })],
      ),
    );
    expect(made.map((one) => [one.billable, one.billingEntity?.id, one.fee, one.currency])).toEqual([
      [true, at.fixture.entityId, 6500, currency],
      [true, at.fixture.entityId, 9000, currency],
      [true, inYen, 12_000, 'JPY'],
    ]);
  });

  it('find clients by billing entity, tax treatment and registration', async () => {
    const entityId = await makeEntity(at.api.db);
    const [one, two] = await Promise.all([
      makeClient(at.api.db, { entityId, crmId: at.fixture.personId }),
      makeClient(at.api.db, { entityId, crmId: at.fixture.personId }),
    ]);
    await at.api.db.updateTable('client').set({ taxTreatment: 'exempt' }).where('id', '=', one).execute();
    await at.api.db
      .insertInto('clientRegistration')
      .values({ clientId: two, no: 1, scheme: 'FR:SIREN', value: '732829320' })
      .execute();
    expect(await foundBy({ entityId })).toEqual(expect.arrayContaining([one, two]));
    expect(await foundBy({ entityId })).toHaveLength(2);
    expect(await foundBy({ entityId, taxTreatment: 'exempt' })).toEqual([one]);
    expect(await foundBy({ entityId, scheme: 'FR:SIREN' })).toEqual([two]);
  });

  it('create the task of a past date at once, and leave a later date to the run', async () => {
    // On the two sides of the date line the date differs at any moment.
    const [west = '', east = ''] = await clientsMade(2);
    const zones = { west: 'Pacific/Midway', east: 'Pacific/Kiritimati' };
    for (const [clientId, timezone] of [
      [west, zones.west],
      [east, zones.east],
    ] as const) {
      const entityId = await makeEntity(at.api.db);
      await at.api.db.updateTable('billingEntity').set({ timezone }).where('id', '=', entityId).execute();
      await at.api.db
        .updateTable('client')
        .set({ defaultEntityId: entityId })
        .where('id', '=', clientId)
        .execute();
    }
    const day = dayIn(zones.west);
    const daily = { ...terms(), rule: { rrule: 'FREQ=DAILY' }, startsOn: day };
    const { results } = await at.admin.call(recurringTaskBatches.create, {
      ...daily,
      clientIds: [west, east],
      create: [day],
    });
    expect(results.map(({ refused }) => refused)).toEqual([null, null]);
    const made = await at.api.db
      .selectFrom('task')
      .select('clientId')
      .where('clientId', 'in', [west, east])
      .execute();
    expect(made.map(({ clientId }) => clientId)).toEqual([east]);
    const tomorrow = { ...daily, clientIds: [west, east], create: [addDays(dayIn(zones.east), 1)] };
    expect((await at.admin.refused(recurringTaskBatches.create, tomorrow)).errors).toHaveProperty('create');
  });

  it('are created for a hundred clients in one call', async () => {
    const clientIds = await clientsMade(100);
    const { results } = await at.admin.call(recurringTaskBatches.create, {
      ...terms(),
      startsOn: first(1),
      clientIds,
    });
    expect(results.filter(({ seriesId }) => seriesId !== null)).toHaveLength(100);
  });
});
