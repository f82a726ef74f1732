import { uuidv7 } from 'uuidv7';
import type { InputOf } from '@daybook/contracts/endpoint';
import { packages } from '@daybook/contracts/settings/packages/packages';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { services } from '@daybook/contracts/settings/services/services';
import { makeEntity, makeTaxCode } from '../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

type Given = InputOf<typeof packages.create>;

let api: TestApi;
let admin: Caller;
let ids: Record<'entity' | 'books' | 'payroll' | 'filing' | 'kickOff', string>;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ name: 'Ada' });
  const taxCodeId = await makeTaxCode(api.db, { code: 'VAT20', rate: '20' });
  const service = async (name: string) => (await admin.call(services.create, { name, taxCodeId })).id;
  ids = {
    entity: await makeEntity(api.db),
    books: await service('Bookkeeping'),
    payroll: await service('Payroll'),
    filing: (
      await admin.call(recurringTaskCategories.create, {
        name: 'VAT return',
        titleTemplate: 'VAT {month}',
        rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=20' },
      })
    ).id,
    kickOff: (await admin.call(taskCategories.create, { name: 'Set up the books' })).id,
  };
});
afterAll(() => api.stop());

/** 250.00 EUR a month: bookkeeping for 150.00, payroll of three people for 100.00. */
const monthly = (more: object = {}): Given => ({
  name: `Small firm ${uuidv7()}`,
  entityId: ids.entity,
  cycle: 'monthly',
  currency: 'EUR',
  price: 25_000,
  services: [
    { serviceId: ids.books, qty: '1', share: 15_000 },
    { serviceId: ids.payroll, qty: '3.0', share: 10_000 },
  ],
  recurringTasks: [{ categoryId: ids.filing }],
  tasks: [{ categoryId: ids.kickOff, offsetDays: 7 }],
  ...more,
});

const fields = async (input: object) => (await admin.refused(packages.create, monthly(input))).errors;

describe('a package', () => {
  it('is sold by an entity at one price, which its services share, with the tasks that come with it', async () => {
    const made = await admin.call(packages.create, monthly({ description: 'For up to five people' }));
    expect(made).toMatchObject({
      version: 1,
      active: true,
      entity: { id: ids.entity },
      description: 'For up to five people',
      latest: {
        no: 1,
        madeBy: 'Ada',
        cycle: 'monthly',
        currency: 'EUR',
        price: 25_000,
        services: [
          { service: { label: 'Bookkeeping' }, qty: '1', share: 15_000 },
          { service: { label: 'Payroll' }, qty: '3', share: 10_000 },
        ],
        recurringTasks: [{ category: { label: 'VAT return' } }],
        tasks: [{ category: { label: 'Set up the books' }, offsetDays: 7 }],
      },
    });
    expect(await admin.call(packages.open, { id: made.id })).toEqual(made);
  });

  it('gets its next version by another price or other contents, and keeps the earlier ones as they were', async () => {
    const given = monthly();
    const { id } = await admin.call(packages.create, given);
    const laterPrices = [
      { validFrom: '2027-04-01', price: 30_000 },
      { validFrom: '2026-04-01', price: 27_000 },
    ];
    const edited = await admin.call(
      packages.edit,
      { ...given, id, active: true, laterPrices },
      { version: 1 },
    );
    expect(edited.latest).toMatchObject({
      no: 2,
      laterPrices: [{ validFrom: '2026-04-01' }, { validFrom: '2027-04-01', price: 30_000 }],
    });
    const { versions } = await admin.call(packages.versions, { id });
    expect(versions.map(({ no, laterPrices: later }) => [no, later.length])).toEqual([
      [2, 2],
      [1, 0],
    ]);
  });

  it('keeps its version under another name, for other days, and when the same contents are saved again', async () => {
    const given = monthly({ laterPrices: [{ validFrom: '2027-01-01', price: 26_000 }] });
    const { id } = await admin.call(packages.create, given);
    const edited = await admin.call(
      packages.edit,
      { ...given, id, name: `Firm ${id}`, validFrom: '2026-01-01', validTo: '2026-12-31', active: false },
      { version: 1 },
    );
    expect(edited).toMatchObject({ version: 2, validTo: '2026-12-31', active: false, latest: { no: 1 } });
  });

  it('is edited by one of two people who edit it at the same time', async () => {
    const given = monthly();
    const { id } = await admin.call(packages.create, given);
    const edit = async (tasks: Given['tasks']) => {
      const answer = await admin.inject(
        requestOf(packages.edit, { ...given, id, active: true, tasks }, { version: 1 }),
      );
      return answer.statusCode;
    };
    const answers = await Promise.all([edit([]), edit([{ categoryId: ids.kickOff, offsetDays: 1 }])]);
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 412]);
    expect((await admin.call(packages.versions, { id })).versions).toHaveLength(2);
  });

  it('is deleted with its versions', async () => {
    const { id } = await admin.call(packages.create, monthly());
    await admin.call(packages.remove, { id }, { version: 1 });
    expect(await admin.refused(packages.versions, { id })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is refused on the field that is wrong', async () => {
    const first = monthly().services[0];
    expect(await fields({ price: 24_999 })).toMatchObject({ price: [{ code: 'SHARES_NOT_PRICE' }] });
    const tooMuch = Number.MAX_SAFE_INTEGER;
    expect(
      await fields({ services: [1, 2].map(() => ({ ...first, share: tooMuch })), price: 25_000 }),
    ).toMatchObject({ 'services.1.share': [{ code: 'TOO_BIG' }] });
    const free = { price: 0, services: [{ ...first, share: 0 }] };
    expect(
      await fields({
        ...free,
        laterPrices: [
          { validFrom: '2027-01-01', price: 0 },
          { validFrom: '2028-01-01', price: 100 },
        ],
      }),
    ).toEqual({ 'laterPrices.1.price': [{ code: 'PRICE_WITHOUT_SHARES' }] });
    expect(await fields({ validFrom: '2026-02-01', validTo: '2026-01-31' })).toMatchObject({
      validTo: [{ code: 'DATE_ORDER' }],
    });
    expect(
      await fields({ cycle: 'once', laterPrices: [{ validFrom: '2027-01-01', price: 1 }] }),
    ).toMatchObject({ cycle: [{ code: 'SOLD_ONCE' }] });
    expect(
      await fields({ recurringTasks: [{ categoryId: ids.filing }, { categoryId: ids.filing }] }),
    ).toMatchObject({ 'recurringTasks.1.categoryId': [{ code: 'CATEGORY_TWICE' }] });
    expect(await fields({ price: 15_000, services: [{ ...first, serviceId: uuidv7() }] })).toMatchObject({
      'services.0.serviceId': [{ code: 'REFERENCE_UNKNOWN' }],
    });
    const { name } = await admin.call(packages.create, monthly());
    expect(await fields({ name: name.toUpperCase() })).toMatchObject({ name: [{ code: 'ALREADY_EXISTS' }] });
  });
});

describe('what a package names', () => {
  it('is active when it is chosen, and stays when it is deactivated later', async () => {
    const { taxCodeId, entityId } = {
      taxCodeId: await makeTaxCode(api.db, { code: 'VAT5', rate: '5' }),
      entityId: await makeEntity(api.db),
    };
    const service = await admin.call(services.create, { name: 'Secretariat', taxCodeId });
    const task = await admin.call(taskCategories.create, { name: 'Open the account' });
    const monthlyTask = await admin.call(recurringTaskCategories.create, {
      name: 'Read the post',
      titleTemplate: 'Post {month}',
      rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=1' },
    });
    const given = monthly({
      entityId,
      price: 1,
      services: [{ serviceId: service.id, qty: '1', share: 1 }],
      recurringTasks: [{ categoryId: monthlyTask.id }],
      tasks: [{ categoryId: task.id }],
    });
    const { id } = await admin.call(packages.create, given);
    for (const [table, named] of [
      ['billing_entity', entityId],
      ['service', service.id],
      ['task_category', task.id],
      ['recurring_task_category', monthlyTask.id],
    ])
      await api.ownerPool.query(`update ${table} set active = false where id = $1`, [named]);
    const unknown = [{ code: 'REFERENCE_UNKNOWN' }];
    expect((await admin.refused(packages.create, { ...given, name: 'Another' })).errors).toMatchObject({
      entityId: unknown,
      'services.0.serviceId': unknown,
      'recurringTasks.0.categoryId': unknown,
      'tasks.0.categoryId': unknown,
    });
    const kept = await admin.call(
      packages.edit,
      { ...given, id, name: 'Kept', active: true },
      { version: 1 },
    );
    expect(kept).toMatchObject({ name: 'Kept', version: 2, latest: { no: 1 } });
  });
});

describe('packages', () => {
  it('are listed by name, filtered by entity, cycle and whether they are sold, and searched', async () => {
    const entityId = await makeEntity(api.db);
    const make = async (name: string, more: object = {}) =>
      (await admin.call(packages.create, monthly({ name, entityId, ...more }))).id;
    await make('Books only');
    await make('Audit', { cycle: 'yearly' });
    const names = async (filter: object, q?: string) =>
      (
        await admin.call(packages.list, { filter: { entityId, ...filter }, ...(q !== undefined && { q }) })
      ).rows.map(({ name }) => name);
    expect(await names({})).toEqual(['Audit', 'Books only']);
    expect(await names({ cycle: 'yearly' })).toEqual(['Audit']);
    expect(await names({ active: 'false' })).toEqual([]);
    expect(await names({}, 'ooks')).toEqual(['Books only']);
  });
});

const refusalOf = (statement: string) =>
  api.ownerPool.query(statement).then(
    () => null,
    ({ code }: { code: string }) => code,
  );

describe('the database', () => {
  it('lets no version change, and none whose prices do not fit its shares or that is sold once with a later price', async () => {
    const { latest, id } = await admin.call(packages.create, monthly());
    expect(await refusalOf(`update package_version set price = 1 where id = '${latest.id}'`)).toBe('DB001');
    expect(await refusalOf(`update package_service set share = 1 where version_id = '${latest.id}'`)).toBe(
      'DB001',
    );
    expect(await refusalOf(`delete from package_task where version_id = '${latest.id}'`)).toBe('DB001');
    expect(await refusalOf(`insert into package_price values ('${latest.id}', '2027-01-01', 1)`)).toBe(
      'DB001',
    );
    const version = `insert into package_version (id, package_id, no, cycle, currency, price)
      values (gen_random_uuid(), '${id}', 2, 'monthly', 'EUR', 5)`;
    expect(await refusalOf(version)).toBe('DB006');
    const once = `with made as (insert into package_version (id, package_id, no, cycle, currency, price)
        values (gen_random_uuid(), '${id}', 2, 'once', 'EUR', 5) returning id),
      line as (insert into package_service select id, 1, '${ids.books}', 1, 5 from made)
      insert into package_price select id, '2027-01-01', 6 from made`;
    expect(await refusalOf(once)).toBe('DB006');
    const unshared = `with made as (insert into package_version (id, package_id, no, cycle, currency, price)
        values (gen_random_uuid(), '${id}', 2, 'monthly', 'EUR', 0) returning id),
      line as (insert into package_service select id, 1, '${ids.books}', 1, 0 from made)
      insert into package_price select id, '2027-01-01', 6 from made`;
    expect(await refusalOf(unshared)).toBe('DB006');
  });
});
