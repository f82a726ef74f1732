import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { addDays } from '@daybook/contracts/plain-date';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { services } from '@daybook/contracts/settings/services/services';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { uuidv7 } from 'uuidv7';
import { newEnquiry, startEnquiries } from '../../../test/fixtures/enquiry-fixture.ts';
import { makeClient, makeTaxCode } from '../../../test/fixtures/masters.ts';
import { allBut } from '../../../test/test-api.ts';
import { todaysDate } from '../../settings/todays-date.ts';

let fixture: Awaited<ReturnType<typeof startEnquiries>>;
let departmentId: string;
let serviceId: string;
let categoryId: string;

beforeAll(async () => {
  fixture = await startEnquiries();
  const { api, admin } = fixture;
  departmentId = (await admin.call(departments.create, { name: 'Payroll' })).id;
  const taxCodeId = await makeTaxCode(api.db, { code: 'V20', rate: '20' });
  serviceId = (await admin.call(services.create, { name: 'Payroll', taxCodeId, departmentId })).id;
  const category = {
    name: 'Set-up of payroll',
    title: 'Set up the payroll',
    serviceId,
    slaDays: 10,
    priority: 2,
    fee: 30_000,
    currency: 'EUR',
    reviewRequired: true,
    checklist: [{ title: 'Ask for contracts', mandatory: true, offsetDays: -5, role: 'assignee' as const }],
  };
  categoryId = (await admin.call(taskCategories.create, category)).id;
});
afterAll(() => fixture.api.stop());

const make = async (more: object = {}) =>
  fixture.admin.call(enquiries.create, {
    ...newEnquiry(),
    company: 'Carfax Estates',
    serviceIds: [serviceId],
    ownerId: fixture.crm.id,
    ...more,
  });

/** The first task as the form proposes it, changed as given. */
const first = (change: object = {}) => ({
  categoryId,
  title: 'Set up the payroll',
  dueOn: '2026-05-20',
  assigneeIds: [fixture.crm.id],
  ...change,
});

describe('the proposal for a conversion', () => {
  it('fills in the client, its contact, and a task for each service, by what the enquiry says', async () => {
    const { admin, crm, entityId } = fixture;
    const { id } = await make({ taxId: 'aapfu 0939 f' });
    expect(await admin.call(enquiries.conversion, { id })).toEqual({
      client: {
        name: 'Carfax Estates',
        kind: 'company',
        crmId: crm.id,
        departmentIds: [departmentId],
        defaultEntityId: entityId,
      },
      contact: { name: 'Mina Harker', email: 'mina@carfax.example', phone: null },
      taxId: 'AAPFU0939F',
      taxScheme: 'IN:PAN',
      nextAction: { dueOn: '2026-04-02', assigneeIds: [crm.id] },
      tasks: [first({ dueOn: addDays(todaysDate(), 10) })],
    });
    const person = await make({ company: null, serviceIds: [], ownerId: null });
    expect(await admin.call(enquiries.conversion, { id: person.id })).toMatchObject({
      client: { name: 'Mina Harker', kind: 'individual', crmId: admin.id, departmentIds: [] },
      tasks: [],
    });
  });

  it('gives no task to an owner who has left, and has none for a service that is offered no more', async () => {
    const { api, admin } = fixture;
    const leaver = await api.as({ userType: 'crm' });
    const { id } = await make({ ownerId: leaver.id });
    const change = (table: 'app_user' | 'service', what: string, which: string) =>
      api.ownerPool.query(`update ${table} set ${what} where id = $1`, [which]);
    await change('app_user', `status = 'deactivated'`, leaver.id);
    expect(await admin.call(enquiries.conversion, { id })).toMatchObject({
      client: { crmId: null },
      nextAction: { assigneeIds: [] },
      tasks: [{ categoryId, assigneeIds: [] }],
    });
    await change('service', 'active = false', serviceId);
    expect(await admin.call(enquiries.conversion, { id })).toMatchObject({ tasks: [] });
    await change('service', 'active = true', serviceId);
  });

  it('has no tasks for people who may not create any', async () => {
    const other = await fixture.api.as({ keys: allBut('tasks.create') });
    const { id, version } = await make();
    expect(await other.call(enquiries.conversion, { id })).toMatchObject({ tasks: [] });
    const refused = await other.refused(
      enquiries.convert,
      { id, client: fixture.asClient(), tasks: [first()] },
      { version },
    );
    expect(refused).toMatchObject({ code: 'PERM_DENIED', errors: { tasks: [{ code: 'PERM_DENIED' }] } });
    expect(await other.call(enquiries.open, { id })).toMatchObject({ status: 'new' });
  });
});

describe('a conversion with first tasks', () => {
  it('creates client, contact and tasks once, as they were changed, however many requests come at once', async () => {
    const { admin, crm, entityId, asClient } = fixture;
    const { id } = await make({ email: 'twenty@carfax.example' });
    const contact = { name: 'Wilhelmina Harker', email: 'mina@harker.example', phone: '+33123456789' };
    const input = {
      id,
      client: asClient(),
      contact,
      tasks: [first(), first({ title: 'Register the employer' })],
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.call(enquiries.convert, input, { version: 1 })),
    );
    const [clientId = '', ...others] = new Set(answers.map(({ client }) => client.id));
    expect(others).toEqual([]);
    const { rows } = await admin.call(tasks.list, { filter: { clientId } });
    expect(rows.map(({ title }) => title).toSorted()).toEqual([
      'Register the employer',
      'Set up the payroll',
    ]);
    const one = rows.find(({ title }) => title === 'Set up the payroll');
    expect(await admin.call(tasks.open, { id: one?.id ?? '' })).toMatchObject({
      client: { id: clientId },
      category: { id: categoryId },
      service: { id: serviceId },
      assignees: [{ id: crm.id }],
      dueOn: '2026-05-20',
      priority: 2,
      billable: true,
      fee: 30_000,
      billingEntity: { id: entityId },
      reviewRequired: true,
      checklist: [{ title: 'Ask for contracts', mandatory: true, dueOn: '2026-05-15', role: 'assignee' }],
    });
    const { contacts } = await admin.call(clients.open, { id: clientId });
    expect(contacts).toMatchObject([contact]);
    expect(contacts).toHaveLength(1);
  });

  it('creates a task without a category, such as the next action of the enquiry', async () => {
    const { admin, crm, entityId, asClient } = fixture;
    const { id } = await make();
    const next = { categoryId: null, title: 'Send the contract', dueOn: '2026-04-02', assigneeIds: [crm.id] };
    const { client } = await admin.call(
      enquiries.convert,
      { id, client: asClient(), tasks: [next] },
      { version: 1 },
    );
    const { rows } = await admin.call(tasks.list, { filter: { clientId: client.id } });
    expect(rows).toMatchObject([{ title: 'Send the contract', dueOn: '2026-04-02' }]);
    expect(await admin.call(tasks.open, { id: rows[0]?.id ?? '' })).toMatchObject({
      category: null,
      billable: false,
      billingEntity: { id: entityId },
      assignees: [{ id: crm.id }],
    });
  });

  it('gives the tasks to an existing client too', async () => {
    const { admin, asClient } = fixture;
    const there = await admin.call(clients.create, asClient());
    const { id } = await make();
    await admin.call(enquiries.convert, { id, clientId: there.id, tasks: [first()] }, { version: 1 });
    expect((await admin.call(tasks.list, { filter: { clientId: there.id } })).rows).toHaveLength(1);
  });

  it('creates nothing when a task is refused, and says at its row why', async () => {
    const { api, admin, asClient } = fixture;
    const { id } = await make();
    const before = await api.db.selectFrom('client').select('id').execute();
    const errorsOf = async (change: object) =>
      (
        await admin.refused(
          enquiries.convert,
          { id, client: asClient(), tasks: [first(), first(change)] },
          { version: 1 },
        )
      ).errors;
    expect(await errorsOf({ categoryId: uuidv7() })).toEqual({
      'tasks.1.categoryId': [{ code: 'REFERENCE_UNKNOWN', params: {} }],
    });
    expect(await errorsOf({ assigneeIds: [uuidv7()] })).toEqual({
      'tasks.1.assigneeIds': [{ code: 'REFERENCE_UNKNOWN', params: {} }],
    });
    expect(Object.keys(await errorsOf({ title: '', dueOn: 'soon' }))).toEqual([
      'tasks.1.title',
      'tasks.1.dueOn',
    ]);
    expect(await api.db.selectFrom('client').select('id').execute()).toHaveLength(before.length);
    expect(await admin.call(enquiries.open, { id })).toMatchObject({ status: 'new', version: 1 });
  });
});

describe('the clients that an enquiry may be from', () => {
  it('are found by tax number, e-mail, phone and a similar name, the surest first, within the scope', async () => {
    const { api, admin, crm, entityId } = fixture;
    const named = (name: string, crmId = crm.id, more: object = {}) =>
      makeClient(api.db, { entityId, crmId, name, ...more });
    const other = (await api.as({ userType: 'crm' })).id;
    const byNumber = await named('Quincey Holding', crm.id, {
      registrations: [{ scheme: 'EU:VAT', value: 'FR40303265045' }],
    });
    const alike = await named('Renfield & Söhne Ltd');
    await named('Renfield Bakery and Sons of London');
    const hidden = await named('Renfield & Sohne', other);
    const byMail = await admin.call(clients.create, {
      ...fixture.asClient(),
      name: 'Seward Asylum',
      contacts: [{ name: 'Jack', email: 'jack@seward.example' }],
    });
    const { id } = await make({ company: 'Renfield & Sohne', email: 'jack@seward.example', ownerId: crm.id });
    const found = await crm.call(enquiries.matchingClients, { id, taxId: 'fr 40 303 265 045' });
    expect(found.map(({ id: client, by }) => [client, by])).toEqual([
      [byNumber, ['taxId']],
      [byMail.id, ['email']],
      [alike, ['name']],
    ]);
    expect(await crm.call(enquiries.matchingClients, { id, name: 'Quincey Holdings' })).toMatchObject([
      { id: byMail.id },
      { id: byNumber, by: ['name'] },
    ]);
    const ofAll = await admin.call(enquiries.matchingClients, { id });
    expect(ofAll.map((client) => client.id)).toContain(hidden);
  });
});
