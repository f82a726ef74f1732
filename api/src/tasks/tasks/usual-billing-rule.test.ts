import type { InputOf } from '@daybook/contracts/endpoint';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import type { BillingRule } from '@daybook/contracts/tasks/tasks/billing-rules';
import { recurringTaskBatches } from '@daybook/contracts/tasks/recurring-tasks/recurring-task-batches';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { uuidv7 } from 'uuidv7';
import { newEnquiry, startEnquiries } from '../../../test/fixtures/enquiry-fixture.ts';
import { makeClient, makeTaxCode } from '../../../test/fixtures/masters.ts';
import { monthly, first } from '../../../test/fixtures/recurring-task-fixture.ts';
import { makeRenewalTask } from './make-renewal-task.ts';

let fixture: Awaited<ReturnType<typeof startEnquiries>>;

beforeAll(async () => {
  fixture = await startEnquiries();
});
afterAll(() => fixture.api.stop());

type Rule = BillingRule | null;
interface Usual {
  category?: Rule;
  service?: Rule;
  client?: Rule;
}

/** A client, a service and categories of both kinds, with what each says new work is billed by. */
async function workWith({ category = null, service = null, client = null }: Usual) {
  const { api, admin, entityId } = fixture;
  const serviceId = uuidv7();
  const taxCodeId = await makeTaxCode(api.db, { code: uuidv7().slice(-12), rate: '20' });
  await api.db
    .insertInto('service')
    .values({ id: serviceId, name: `Advice ${serviceId}`, taxCodeId, billingRule: service })
    .execute();
  const clientId = await makeClient(api.db, { entityId, crmId: admin.id });
  const bill = (id: string, billingRule: Rule) =>
    api.db.updateTable('client').set({ billingRule }).where('id', '=', id).execute();
  await bill(clientId, client);
  const name = `Advice ${uuidv7()}`;
  const of = { name, serviceId, billingRule: category };
  const { id: categoryId } = await admin.call(taskCategories.create, of);
  const { id: filingId } = await admin.call(recurringTaskCategories.create, {
    ...of,
    titleTemplate: 'Advice {month}',
    rule: monthly,
  });
  const billed = { clientId, serviceId, billingEntityId: entityId, billable: true };
  return { serviceId, clientId, categoryId, filingId, billed };
}
type Work = Awaited<ReturnType<typeof workWith>>;

const createTask = ({ billed, categoryId }: Work, more: Partial<InputOf<typeof tasks.create>> = {}) =>
  fixture.admin.call(tasks.create, {
    ...billed,
    categoryId,
    title: 'Advice',
    dueOn: '2026-06-30',
    assigneeIds: [fixture.admin.id],
    ...more,
  });
const termsOf = ({ filingId, serviceId }: Work) => ({
  title: 'Advice {month}',
  categoryId: filingId,
  serviceId,
  rule: monthly,
  startsOn: first(1),
  assigneeRule: 'fixed' as const,
  assigneeIds: [fixture.admin.id],
  billable: true,
});

describe('what new work is billed by, if nobody says', () => {
  it.each<[Usual, BillingRule]>([
    [{ category: 'hours', service: 'fixed_fee', client: 'fixed_fee' }, 'hours'],
    [{ service: 'hours', client: 'fixed_fee' }, 'hours'],
    [{ client: 'hours' }, 'hours'],
  ])('is for %p what the first of category, service and client says: %s', async (usual, expected) => {
    const work = await workWith(usual);
    expect(await createTask(work)).toMatchObject({ billingRule: expected, billable: true, fee: null });
    const series = await fixture.admin.call(recurringTasks.create, {
      ...termsOf(work),
      clientId: work.clientId,
      billingEntityId: fixture.entityId,
    });
    expect(series).toMatchObject({ billingRule: expected, fee: null });
  });

  it('is a fee if none of them says anything, and if they disagree with a fee that is given', async () => {
    const plain = await workWith({});
    expect(await createTask(plain, { fee: 100 })).toMatchObject({ billingRule: 'fixed_fee', fee: 100 });
    const byHours = await workWith({ client: 'hours' });
    expect(await createTask(byHours, { fee: 100 })).toMatchObject({ billingRule: 'fixed_fee', fee: 100 });
    const limited = await workWith({ client: 'hours_to_limit' });
    expect(await createTask(limited, { fee: 100 })).toMatchObject({
      billingRule: 'hours_to_limit',
      fee: 100,
    });
    const notBilled = await createTask(byHours, { billable: false });
    expect(notBilled).toMatchObject({ billable: false, billingRule: 'fixed_fee' });
  });

  it('gives way to what the caller says, and an edit that does not name it leaves it', async () => {
    const work = await workWith({ category: 'hours' });
    const named = await createTask(work, { billingRule: 'hours_to_limit', fee: 5_000 });
    expect(named).toMatchObject({ billingRule: 'hours_to_limit', fee: 5_000 });
    const edited = await fixture.admin.call(
      tasks.edit,
      {
        ...work.billed,
        id: named.id,
        title: 'Advice',
        dueOn: '2026-06-30',
        assigneeIds: [fixture.admin.id],
        fee: 6_000,
      },
      { version: named.version },
    );
    expect(edited).toMatchObject({ billingRule: 'hours_to_limit', fee: 6_000 });
  });

  it('is for many recurring tasks that of each client', async () => {
    const [work, other] = [await workWith({ client: 'hours' }), await workWith({ client: 'hours_to_limit' })];
    const { results } = await fixture.admin.call(recurringTaskBatches.create, {
      ...termsOf(work),
      clientIds: [work.clientId, other.clientId],
      fees: [{ clientId: other.clientId, fee: 9_000 }],
    });
    const series = await Promise.all(
      results.map(({ seriesId }) => fixture.admin.call(recurringTasks.open, { id: seriesId ?? '' })),
    );
    expect(series).toMatchObject([
      { client: { id: work.clientId }, billingRule: 'hours', fee: null },
      { client: { id: other.clientId }, billingRule: 'hours_to_limit', fee: 9_000 },
    ]);
  });

  it('is for the first tasks of an enquiry that of their category or service', async () => {
    for (const usual of [{ category: 'hours' }, { service: 'hours' }] as const) {
      const { categoryId } = await workWith(usual);
      const { id, version } = await fixture.admin.call(enquiries.create, {
        ...newEnquiry(),
        email: `${uuidv7()}@carfax.example`,
      });
      const { client } = await fixture.admin.call(
        enquiries.convert,
        {
          id,
          client: fixture.asClient(),
          tasks: [{ categoryId, title: 'Advice', dueOn: '2026-05-20', assigneeIds: [fixture.crm.id] }],
        },
        { version },
      );
      const { rows } = await fixture.admin.call(tasks.list, { filter: { clientId: client.id } });
      expect(rows).toMatchObject([{ billable: true, billingRule: 'hours', fee: null }]);
    }
  });

  it('matters not for the renewal of a document, which is not billed', async () => {
    const { clientId } = await workWith({ client: 'hours' });
    const id = await makeRenewalTask(fixture.api.db, {
      title: 'Renew the passport',
      clientId,
      dueOn: '2026-06-30',
      assigneeIds: [fixture.admin.id],
    });
    expect(await fixture.admin.call(tasks.open, { id })).toMatchObject({
      billable: false,
      billingRule: 'fixed_fee',
    });
  });
});
