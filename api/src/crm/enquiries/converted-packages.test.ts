import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { addDays } from '@daybook/contracts/plain-date';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { newEnquiry, startEnquiries } from '../../../test/fixtures/enquiry-fixture.ts';
import { sellAt } from '../../../test/fixtures/subscription-fixture.ts';
import type { Selling } from '../../../test/fixtures/subscription-fixture.ts';
import { allBut } from '../../../test/test-api.ts';

let fixture: Awaited<ReturnType<typeof startEnquiries>>;
let sold: Selling;
let packageId: string;
beforeAll(async () => {
  fixture = await startEnquiries({ userType: 'super_admin' });
  sold = await sellAt(fixture);
  packageId = await sold.sell();
});
afterAll(() => fixture.api.stop());

const make = (more: object = {}) => fixture.admin.call(enquiries.create, { ...newEnquiry(), ...more });
const from2030 = () => ({ packageId, startsOn: '2030-01-15' });
/** How much of everything there is, also of what a sequence has given. */
const standing = async () =>
  (
    await fixture.api.ownerPool.query<Record<string, number>>(
      `select (select count(*)::int from client) as clients, (select count(*)::int from subscription) as subscriptions,
         (select count(*)::int from series) as series, (select count(*)::int from task) as tasks,
         (select count(*)::int from invoice) as invoices, (select count(*)::int from contact) as contacts,
         (select count(*)::int from audit_event) as audited, (select last_value::int from client_code) as codes`,
    )
  ).rows[0];

describe('the preview of a package in a conversion', () => {
  it('shows what the conversion then makes, and makes nothing itself', async () => {
    const { admin, asClient } = fixture;
    const { id } = await make();
    const before = await standing();
    const asked = { id, client: asClient(), package: from2030() };
    const { subscription: preview } = await admin.call(enquiries.previewPackage, asked);
    expect(preview).toMatchObject({
      startsOn: '2030-02-01',
      isMoved: true,
      price: 25_000,
      recurringTasks: [{ category: { label: 'VAT return' } }],
      tasks: [{ title: 'Set up the books', dueOn: '2030-02-18' }],
    });
    expect(preview.invoices.next[0]).toMatchObject({ nominal: '2030-02-01', net: 25_000 });
    expect(await standing()).toEqual(before);
    const { client } = await admin.call(enquiries.convert, asked, { version: 1 });
    const [made] = (await admin.call(subscriptions.list, { filter: { clientId: client.id } })).rows;
    expect(made).toMatchObject({ package: { id: packageId }, startsOn: '2030-02-01', price: 25_000 });
    // Of a stored client the same is previewed as of one to come.
    const { subscription } = await admin.call(enquiries.previewPackage, {
      id: (await make()).id,
      clientId: (await admin.call(clients.create, asClient())).id,
      package: from2030(),
    });
    expect(subscription).toEqual(preview);
  });

  it('names the services of the enquiry that the package does not include', async () => {
    const { admin, asClient } = fixture;
    const { books, payroll } = sold.ids;
    const onlyBooks = await sold.sell({ services: [{ serviceId: books, qty: '1', share: 25_000 }] });
    const { id } = await make({ serviceIds: [books, payroll] });
    const asked = { id, client: asClient(), package: { ...from2030(), packageId: onlyBooks } };
    const { notIncluded } = await admin.call(enquiries.previewPackage, asked);
    expect(notIncluded).toEqual([{ id: payroll, label: 'Payroll' }]);
    await admin.call(enquiries.convert, asked, { version: 1 });
    const kept = await admin.call(enquiries.open, { id });
    expect(kept.services.map((service) => service.id).toSorted()).toEqual([books, payroll].toSorted());
  });

  it('refuses what the conversion would refuse, at the same fields', async () => {
    const { admin, asClient } = fixture;
    const { id } = await make();
    const wrong = [
      { client: { ...asClient(), crmId: id }, package: from2030() },
      { client: asClient(), package: { ...from2030(), packageId: id } },
      { client: asClient(), package: { ...from2030(), firstPeriod: '2029-01-01' } },
      { client: asClient(), package: from2030(), taxId: '732829321', taxScheme: 'FR:SIREN' as const },
    ];
    const fields: string[][] = [];
    for (const one of wrong) {
      const preview = await admin.refused(enquiries.previewPackage, { id, ...one });
      const convert = await admin.refused(enquiries.convert, { id, ...one }, { version: 1 });
      expect([preview.code, preview.errors]).toEqual([convert.code, convert.errors]);
      fields.push(Object.keys(convert.errors ?? {}));
    }
    expect(fields).toEqual([['client.crmId'], ['package.packageId'], ['package.firstPeriod'], ['taxId']]);
    expect(await admin.call(enquiries.open, { id })).toMatchObject({ status: 'new', convertedClient: null });
  });

  it('of an enquiry that is converted already is refused', async () => {
    const { admin, asClient } = fixture;
    const { id } = await make();
    await admin.call(enquiries.convert, { id, client: asClient() }, { version: 1 });
    expect(
      await admin.refused(enquiries.previewPackage, { id, client: asClient(), package: from2030() }),
    ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
  });
});

describe('a conversion with a package', () => {
  it.each(['recurring_invoices.add', 'recurring_tasks.create'] as const)(
    'is refused without %s, and nothing of it is made',
    async (key) => {
      const { api, asClient } = fixture;
      const { id } = await make();
      const seller = await api.as({ userType: 'manager', scope: 'all', keys: allBut(key) });
      const before = await standing();
      const asked = { id, client: asClient(), package: from2030() };
      const denied = { code: 'PERM_DENIED', errors: { 'package.packageId': [{ code: 'PERM_DENIED' }] } };
      expect(await seller.refused(enquiries.previewPackage, asked)).toMatchObject(denied);
      expect(await seller.refused(enquiries.convert, asked, { version: 1 })).toMatchObject(denied);
      const but = { codes: 0, audited: 0 };
      expect({ ...(await standing()), ...but }).toEqual({ ...before, ...but });
      await seller.call(enquiries.convert, { id, client: asClient() }, { version: 1 });
    },
  );

  it('lets invoices be issued only by whoever may issue them', async () => {
    const { api, asClient } = fixture;
    const { id } = await make();
    const seller = await api.as({
      userType: 'manager',
      scope: 'all',
      keys: allBut('invoices.add'),
    });
    const asked = { id, client: asClient(), package: { ...from2030(), mode: 'issue' as const } };
    expect(await seller.refused(enquiries.convert, asked, { version: 1 })).toMatchObject({
      errors: { 'package.mode': [{ code: 'PERM_DENIED' }] },
    });
  });

  it('happens once, however many requests come at once, beside its first tasks', async () => {
    const { admin, asClient } = fixture;
    const { id } = await make();
    const asked = {
      id,
      client: asClient(),
      tasks: [{ categoryId: null, title: 'Call back', dueOn: addDays('2030-01-01', 3), assigneeIds: [] }],
      package: from2030(),
    };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => admin.call(enquiries.convert, asked, { version: 1 })),
    );
    const [clientId = ''] = new Set(answers.map(({ client }) => client.id));
    expect(new Set(answers.map(({ client }) => client.id)).size).toBe(1);
    expect((await admin.call(subscriptions.list, { filter: { clientId } })).rows).toHaveLength(1);
    const titles = (await admin.call(tasks.list, { filter: { clientId } })).rows.map(({ title }) => title);
    expect(titles.toSorted()).toEqual(['Call back', 'Set up the books']);
  });

  it('gives it to an existing client, and leaves the enquiry open if that one has it already', async () => {
    const { admin, asClient } = fixture;
    const { id: clientId } = await admin.call(clients.create, asClient());
    const convert = async () => ({ id: (await make()).id, clientId, package: from2030() });
    await admin.call(enquiries.convert, await convert(), { version: 1 });
    const again = await convert();
    expect(await admin.refused(enquiries.convert, again, { version: 1 })).toMatchObject({
      errors: { 'package.packageId': [{ code: 'ALREADY_EXISTS' }] },
    });
    expect(await admin.call(enquiries.open, { id: again.id })).toMatchObject({ status: 'new' });
    expect((await admin.call(subscriptions.list, { filter: { clientId } })).rows).toHaveLength(1);
  });
});
