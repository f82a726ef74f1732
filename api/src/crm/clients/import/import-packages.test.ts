import { strFromU8, unzipSync } from 'fflate';
import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { languages } from '@daybook/contracts/fields';
import { addDays, firstOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { packages } from '@daybook/contracts/settings/packages/packages';
import { taskTalk } from '@daybook/contracts/tasks/tasks/task-talk';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { textsOf } from '@daybook/contracts/server-texts';
import { dryRun, openImporter, rowsOf, runWhole, undone } from '../../../../test/fixtures/import-fixture.ts';
import type { Importer } from '../../../../test/fixtures/import-fixture.ts';
import { makeEntity } from '../../../../test/fixtures/masters.ts';
import { runSeriesUntil } from '../../../../test/fixtures/series-fixture.ts';
import { sellAt } from '../../../../test/fixtures/subscription-fixture.ts';
import type { Selling } from '../../../../test/fixtures/subscription-fixture.ts';
import { requestOf } from '../../../http/request-of.ts';

let { api, admin, standing, made, imported, entityId } = {} as Importer;
let sold: Selling;
beforeAll(async () => {
  ({ api, admin, standing, made, imported, entityId } = await openImporter());
  sold = await sellAt({ api, admin, entityId });
  await sold.sell({ name: 'Small firm' });
});
afterAll(() => api.stop());

const today = new Date().toISOString().slice(0, 10);
const month = (months: number) => firstOfMonth(monthNumber(today) + months);
const heads = ['Code', 'Name', 'Package', 'Package from', 'Package invoiced'];

const subscribedTo = async (name: string) => {
  const [client] = (await admin.call(clients.list, { q: name })).rows;
  if (!client) return [];
  return (await admin.call(subscriptions.list, { filter: { clientId: client.id } })).rows;
};
const idOf = async (name: string) => (await admin.call(clients.list, { q: name })).rows[0]?.id ?? '';
const saidOf = async (id: string) =>
  (await rowsOf(admin, id)).map(({ faults, warnings }) =>
    [...faults, ...warnings].map(({ field, code }) => `${field ?? ''} ${code}`),
  );
const count = async (table: 'subscription' | 'series' | 'task') =>
  (await api.db.selectFrom(table).select('id').execute()).length;

describe('a file of clients with packages', () => {
  it('gives each client its package from its day on, by the words of any language', async () => {
    const done = await imported([
      heads,
      ['P-1', 'Prepaid Ltd', 'small FIRM', '2030-01-01', ''],
      ['P-2', 'Postpaid Ltd', 'Small firm', '1.2.2030', 'À terme échu'],
      ['P-3', 'Plain Ltd', '', '', ''],
    ]);
    expect(done).toMatchObject({ outcomes: { made: 3 }, alsoMakes: { subscriptions: 2, invoices: 0 } });
    expect(await subscribedTo('Prepaid Ltd')).toMatchObject([
      { package: { label: 'Small firm' }, startsOn: '2030-01-01', billing: 'pre', price: 25_000 },
    ]);
    const [post] = await subscribedTo('Postpaid Ltd');
    expect(post).toMatchObject({ startsOn: '2030-02-01', billing: 'post' });
    expect((await admin.call(subscriptions.open, { id: post?.id ?? '' })).series).toMatchObject([
      { kind: 'invoice', nextOn: '2030-03-01' },
      { kind: 'task', title: 'VAT {month}' },
    ]);
    expect(await subscribedTo('Plain Ltd')).toEqual([]);
    expect(
      (await admin.call(tasks.list, { filter: { clientId: await idOf('Prepaid Ltd') } })).rows,
    ).toMatchObject([{ title: 'Set up the books', dueOn: '2030-01-18' }]);
  });

  it('says in the dry run how many subscriptions and due invoices it would make, and makes them', async () => {
    const checked = await dryRun(
      admin,
      [
        heads,
        ['D-1', 'Early Ltd', 'Small firm', month(-2), ''],
        ['D-2', 'Within Ltd', 'Small firm', addDays(month(5), 4), ''],
      ],
      standing,
    );
    const due = month(0) <= today ? 3 : 2;
    expect(checked).toMatchObject({ counts: { new: 2 }, alsoMakes: { subscriptions: 2, invoices: due } });
    expect(await saidOf(checked.id)).toEqual([['packageStart PACKAGE_PAST'], ['packageStart PACKAGE_MOVED']]);
    const [early, within] = await rowsOf(admin, checked.id);
    expect(early?.defaults).toContainEqual(expect.objectContaining({ value: 'In advance' }));
    expect(within?.warnings[0]?.message).toContain(month(6));
    await runWhole(api, admin, checked);
    const [subscription] = await subscribedTo('Early Ltd');
    const past = month(0) < today ? 3 : 2;
    const drafts = await api.db
      .selectFrom('invoice')
      .select('number')
      .where('clientId', '=', subscription?.client.id ?? '')
      .execute();
    expect(drafts).toEqual(Array.from({ length: past }, () => ({ number: null })));
    expect(await subscribedTo('Within Ltd')).toMatchObject([{ startsOn: month(6) }]);
  });

  it('refuses what the command would refuse, at the column, and says it in the file of the result', async () => {
    const idle = await sold.sell({ name: 'No longer sold' });
    await admin.call(
      packages.edit,
      { ...sold.monthly({ name: 'No longer sold' }), id: idle, active: false },
      { version: 1 },
    );
    await sold.sell({ name: 'Only in 2031', validFrom: '2031-01-01', validTo: '2031-12-31' });
    const checked = await dryRun(
      admin,
      [
        heads,
        ['F-1', 'Fault 1', 'Unheard of', '2030-01-01', ''],
        ['F-2', 'Fault 2', 'No longer sold', '2030-01-01', ''],
        ['F-3', 'Fault 3', 'Only in 2031', '2030-01-01', ''],
        ['F-4', 'Fault 4', 'Small firm', '', ''],
        ['F-5', 'Fault 5', 'Small firm', 'soon', ''],
        ['F-6', 'Fault 6', 'Small firm', '2030-01-01', 'Now and then'],
        ['F-7', 'Fault 7', '', '2030-01-01', 'In arrears'],
        ['F-8', 'Fault 8', 'Small firm', '2001-01-01', ''],
        ['F-9', 'Right', 'Only in 2031', '2031-01-01', ''],
      ],
      standing,
    );
    expect(await saidOf(checked.id)).toEqual([
      ['package REFERENCE_UNKNOWN'],
      ['package PACKAGE_INACTIVE'],
      ['packageStart NOT_SOLD_THEN'],
      ['packageStart REQUIRED'],
      ['packageStart DATE_INVALID'],
      ['packageBilling NOT_A_CHOICE'],
      ['packageStart PACKAGE_MISSING', 'packageBilling PACKAGE_MISSING'],
      ['packageStart PACKAGE_TOO_EARLY'],
      [],
    ]);
    const messages = (await rowsOf(admin, checked.id)).flatMap(({ faults }) =>
      faults.map(({ message, code }) => [code, message]),
    );
    for (const [code, message] of messages) expect(message).not.toBe(code);
    expect(await runWhole(api, admin, checked, true)).toMatchObject({ outcomes: { made: 1, refused: 8 } });
    expect(await subscribedTo('Right')).toHaveLength(1);
  });

  it('refuses a package of a billing entity that is inactive', async () => {
    const other = await makeEntity(api.db, { country: 'FR' });
    await sold.sell({ name: 'Of another entity', entityId: other });
    await api.ownerPool.query('update billing_entity set active = false where id = $1', [other]);
    const rows = [heads, ['E-1', 'Without entity', 'Of another entity', '2030-01-01', '']];
    const checked = await dryRun(admin, rows, standing);
    expect(await saidOf(checked.id)).toEqual([['package PACKAGE_ENTITY_INACTIVE']]);
  });

  it.each(['recurring_invoices.add', 'recurring_tasks.create'] as const)(
    'refuses packages to people without %s, and nothing else of the file',
    async (key) => {
      const keys = ['recurring_invoices.add', 'recurring_tasks.create'] as const;
      const clerk = await api.as({
        userType: 'manager',
        scope: 'all',
        keys: ['clients.import', 'clients.view', ...keys.filter((one) => one !== key)],
      });
      const checked = await dryRun(
        clerk,
        [heads, ['', `With ${key}`, 'Small firm', '2030-01-01', ''], ['', `Without ${key}`, '', '', '']],
        { ...standing, does: 'new' },
      );
      const rows = await rowsOf(clerk, checked.id);
      expect(rows.map(({ faults }) => faults.map(({ field, code }) => [field, code]))).toEqual([
        [['package', 'PERM_DENIED']],
        [],
      ]);
    },
  );

  it('gives no package once the permission was lost between dry run and import', async () => {
    const clerk = await api.as({
      userType: 'manager',
      scope: 'all',
      keys: ['clients.import', 'clients.view', 'recurring_invoices.add', 'recurring_tasks.create'],
    });
    const checked = await dryRun(
      clerk,
      [heads, ['LATE-1', 'Lost the key', 'Small firm', '2030-01-01', '']],
      standing,
    );
    expect(checked.counts).toMatchObject({ new: 1, refused: 0 });
    await api.ownerPool.query(
      `delete from user_grant where user_id = $1 and key = 'recurring_tasks.create'`,
      [clerk.id],
    );
    expect(await runWhole(api, clerk, checked)).toMatchObject({ outcomes: { made: 0, refused: 1 } });
    expect(await idOf('Lost the key')).toBe('');
  });
});

describe('a row with a package for a client who exists', () => {
  it('gives the package to a client without it, and leaves it as it is with one who has it', async () => {
    const { id, version } = await made('Subscriber', { oldCode: 'X-1' });
    const rows = [heads, ['X-1', 'Subscriber', 'Small firm', '2030-01-01', '']];
    const first = await dryRun(admin, rows, standing);
    const [row] = await rowsOf(admin, first.id);
    expect(row?.changes).toMatchObject([
      { field: 'package', before: '', after: 'Small firm' },
      { field: 'packageStart', before: '', after: '2030-01-01' },
      { field: 'packageBilling', before: '', after: 'In advance' },
    ]);
    expect(await runWhole(api, admin, first)).toMatchObject({ outcomes: { changed: 1 } });
    expect(await admin.call(clients.open, { id })).toMatchObject({ version });
    // Another file, which also changes a field.
    const again = await dryRun(
      admin,
      [
        [...heads, 'Notes'],
        ['X-1', 'Subscriber', 'Small firm', '2030-06-01', '', 'Called'],
      ],
      standing,
    );
    expect(again).toMatchObject({ counts: { changed: 1 }, alsoMakes: { subscriptions: 0, invoices: 0 } });
    expect(await saidOf(again.id)).toEqual([['package PACKAGE_THERE']]);
    await runWhole(api, admin, again);
    expect(await subscribedTo('Subscriber')).toMatchObject([{ startsOn: '2030-01-01' }]);
    const same = await dryRun(admin, rows, standing);
    expect(same.counts).toMatchObject({ same: 1, warned: 1 });
  });

  it('makes one subscription if a colleague applies the package after the dry run', async () => {
    const { id } = await made('Two at once', { oldCode: 'X-2' });
    const checked = await dryRun(
      admin,
      [heads, ['X-2', 'Two at once', 'Small firm', '2030-01-01', '']],
      standing,
    );
    const [{ id: packageId } = { id: '' }] = (await admin.call(packages.list, { q: 'Small firm' })).rows;
    await sold.apply(packageId, { clientId: id });
    expect(await runWhole(api, admin, checked)).toMatchObject({ outcomes: { same: 1, changed: 0 } });
    expect(await subscribedTo('Two at once')).toHaveLength(1);
  });

  it('refuses a client who is inactive', async () => {
    const { id, version } = await made('Left us', { oldCode: 'X-3' });
    await admin.call(clients.deactivate, { id, reason: 'Gone' }, { version });
    const checked = await dryRun(
      admin,
      [heads, ['X-3', 'Left us', 'Small firm', '2030-01-01', '']],
      standing,
    );
    expect(await saidOf(checked.id)).toEqual([['package CLIENT_INACTIVE']]);
  });
});

describe('the undo of an import that gave packages', () => {
  it('takes back the clients with their subscriptions, series and tasks, also those that a series made since', async () => {
    await sold.sell({ name: 'By quarter', cycle: 'quarterly' });
    const quarter = month(3 - (monthNumber(today) % 3));
    const laterDay = addDays(quarter, 70);
    await runSeriesUntil(api.db, laterDay);
    const before = await Promise.all([count('subscription'), count('series'), count('task')]);
    const done = await imported([
      heads,
      ['B-1', 'Back 1', 'By quarter', quarter, 'In arrears'],
      ['B-2', 'Back 2', 'By quarter', quarter, 'In arrears'],
    ]);
    await runSeriesUntil(api.db, laterDay);
    expect(await count('task')).toBeGreaterThan((before[2] ?? 0) + 2);
    expect(await undone(api, admin, done.id)).toMatchObject({
      status: 'undone',
      undone: 2,
      kept: 0,
      alsoMakes: { subscriptions: 0, invoices: 0 },
    });
    expect(await Promise.all([count('subscription'), count('series'), count('task')])).toEqual(before);
    expect(await idOf('Back 1')).toBe('');
  });

  it('keeps a client whose package has been invoiced, worked on or changed, and one with a note, and says why', async () => {
    const done = await imported([
      heads,
      ['K-1', 'Invoiced', 'Small firm', month(-1), ''],
      ['K-2', 'Worked on', 'Small firm', month(6), ''],
      ['K-3', 'Paused', 'Small firm', month(6), ''],
      ['K-4', 'Noted', 'Small firm', month(6), ''],
      ['K-5', 'Untouched', 'Small firm', month(6), ''],
    ]);
    const clientId = await idOf('Worked on');
    const [task] = (await admin.call(tasks.list, { filter: { clientId } })).rows;
    await admin.call(taskTalk.addNote, { id: task?.id ?? '', body: 'Asked for the statements' });
    const [paused] = await subscribedTo('Paused');
    await admin.call(subscriptions.pause, { id: paused?.id ?? '', reason: 'Ill' }, { version: 1 });
    await admin.call(clientNotes.add, { id: await idOf('Noted'), body: 'Called them' });
    const subscriptionsBefore = await count('subscription');
    expect(await undone(api, admin, done.id)).toMatchObject({ undone: 1, kept: 4 });
    expect(await count('subscription')).toBe(subscriptionsBefore - 1);
    const { faults } = textsOf('imports').en;
    expect((await rowsOf(admin, done.id)).map(({ undo, undoReason }) => [undo, undoReason])).toEqual([
      ['kept', faults.PACKAGE_INVOICED],
      ['kept', faults.PACKAGE_WORKED_ON],
      ['kept', faults.PACKAGE_CHANGED],
      ['kept', faults.USED_SINCE],
      ['undone', null],
    ]);
    expect(await subscribedTo('Noted')).toMatchObject([{ status: 'active' }]);
  });

  it('takes the package back from a client who existed, and gives the fields back', async () => {
    const { id } = await made('Had before', { oldCode: 'G-1', notes: 'Old' });
    const done = await imported([
      [...heads, 'Notes'],
      ['G-1', 'Had before', 'Small firm', '2030-01-01', '', 'New'],
    ]);
    expect(await subscribedTo('Had before')).toHaveLength(1);
    expect(await undone(api, admin, done.id)).toMatchObject({ undone: 1, kept: 0 });
    expect(await subscribedTo('Had before')).toEqual([]);
    expect(await admin.call(clients.open, { id })).toMatchObject({ notes: 'Old' });
  });

  it('deletes no subscription that no import began, whoever asks the database', async () => {
    const { id } = await sold.apply(await sold.sell());
    for (const statement of [
      `delete from subscription where id = '${id}'`,
      `select take_back_subscription('${id}')`,
    ])
      await expect(api.appPool.query(statement)).rejects.toMatchObject({
        code: expect.stringMatching(/^DB/) as string,
      });
  });
});

describe('the template', () => {
  it.each(languages)(
    'explains the columns of packages in %s, and offers both ways of invoicing',
    async (language) => {
      const request = requestOf(clientImports.template, {});
      const headers = { ...request.headers, 'accept-language': language };
      const { rawPayload } = await admin.inject({ ...request, headers });
      const sheets = unzipSync(rawPayload);
      const sheet = (no: number) => strFromU8(sheets[`xl/worksheets/sheet${no}.xml`] ?? new Uint8Array());
      const { fields, hints, packageBilling } = textsOf('imports')[language];
      for (const text of [
        fields.package,
        fields.packageStart,
        fields.packageBilling,
        hints.package,
        hints.packageStart,
      ])
        expect(sheet(1)).toContain(text);
      for (const text of [packageBilling.pre, packageBilling.post]) expect(sheet(2)).toContain(text);
    },
  );
});
