import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { clients } from '@daybook/contracts/crm/clients/clients';
import type { InputOf } from '@daybook/contracts/endpoint';
import { uuidv7 } from 'uuidv7';
import { acmeOf } from '../../../test/acme.ts';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeEntity } from '../../../test/fixtures/masters.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { ofClientFacts } from '../../books/client-facts-findings.ts';
import { followClientFacts } from './follow-client-facts.ts';

type ListFilter = NonNullable<InputOf<typeof clients.list>['filter']>;

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
});
afterAll(() => api.stop());

const namesBy = async (filter: ListFilter, caller = admin) => {
  const { rows } = await caller.call(clients.list, { filter, pageSize: 100 });
  const { total } = await caller.call(clients.total, { filter });
  expect(total).toBe(rows.length);
  return rows.map(({ name }) => name);
};
/** Whether the filter finds the client of the fixture. */
const finds = async (filter: ListFilter) => {
  const { rows } = await admin.call(clients.list, { filter, pageSize: 100 });
  return rows.some(({ id }) => id === fixture.clientId);
};
const wrongFacts = async () => (await ofClientFacts.execute(api.db)).rows;

describe('the list of clients', () => {
  it('is filtered by people, departments, billing entity, tag, country, registration and what is missing', async () => {
    const crm = await api.as({ userType: 'crm' });
    const executive = await api.as({ userType: 'executive' });
    const { acme } = acmeOf(crm.id, fixture.entityId);
    const departmentId = uuidv7();
    await api.db.insertInto('department').values({ id: departmentId, name: 'Audit' }).execute();
    const lyon = {
      kind: 'billing' as const,
      line1: '1 rue de la Paix',
      city: 'Lyon',
      postal: '69001',
      country: 'FR',
    };
    const berlin = {
      kind: 'other' as const,
      line1: '1 Allee',
      city: 'Berlin',
      postal: '10115',
      country: 'DE',
    };
    const whole = {
      ...acme(),
      name: 'Whole',
      taxTreatment: 'eu_b2b' as const,
      executiveIds: [executive.id],
      departmentIds: [departmentId],
      tags: ['Year end', 'Board'],
      contacts: [{ name: 'Ada', email: 'ada@whole.example' }],
      addresses: [berlin, lyon],
      registrations: [{ scheme: 'EU:VAT' as const, value: 'FR40303265045' }],
    };
    await admin.call(clients.create, whole);
    const bare = {
      ...acme(),
      name: 'Bare',
      taxTreatment: 'eu_b2b' as const,
      contacts: [{ name: 'Bo', phone: '+33123456789' }],
    };
    const made = await admin.call(clients.create, bare);

    expect(await namesBy({ executiveId: executive.id })).toEqual(['Whole']);
    expect(await namesBy({ departmentId })).toEqual(['Whole']);
    expect(await namesBy({ entityId: fixture.entityId, crm: crm.id })).toEqual(['Bare', 'Whole']);
    expect(await namesBy({ tag: 'Board' })).toEqual(['Whole']);
    expect(await namesBy({ tag: 'board' })).toEqual([]);
    // The address that invoices name decides.
    expect(await namesBy({ country: 'FR' })).toEqual(['Whole']);
    expect(await namesBy({ country: 'DE' })).toEqual([]);
    expect(await namesBy({ scheme: 'EU:VAT' })).toEqual(['Whole']);
    const theirs = { crm: crm.id, status: 'active' as const };
    expect(await namesBy({ ...theirs, noEmail: 'true' })).toEqual(['Bare']);
    expect(await namesBy({ ...theirs, noEmail: 'false' })).toEqual(['Whole']);
    expect(await namesBy({ ...theirs, incomplete: 'true' })).toEqual(['Bare']);
    expect(await namesBy({ ...theirs, incomplete: 'false' })).toEqual(['Whole']);
    expect(await admin.call(clients.tags, {})).toEqual({ tags: ['Board', 'Year end'] });

    const { rows } = await admin.call(clients.list, { filter: theirs });
    expect(rows).toMatchObject([
      {
        name: 'Bare',
        country: null,
        tags: [],
        missing: ['address', 'tax_number'],
        entity: { id: fixture.entityId },
      },
      { name: 'Whole', country: 'FR', tags: ['Year end', 'Board'], missing: [] },
    ]);
    const file = await admin.inject({
      url: `/api/v1/clients/export?format=csv&filter[crm]=${crm.id}`,
      headers: { 'accept-language': 'fr' },
    });
    expect(file.body).toContain('Manque pour facturer');
    expect(file.body).toContain('"Adresse, Numéro fiscal"');
    expect(file.body).toContain('France,"Year end, Board"');
    await admin.call(
      clients.edit,
      { ...whole, ...bare, id: made.id, addresses: [lyon], contacts: [] },
      { version: 1 },
    );
    expect(await namesBy({ ...theirs, country: 'FR' })).toEqual(['Bare', 'Whole']);
    await api.db
      .updateTable('billingEntity')
      .set({ taxStatus: 'unregistered' })
      .where('id', '=', fixture.entityId)
      .execute();
    expect(await namesBy({ ...theirs, incomplete: 'true' })).toEqual([]);
    expect(await wrongFacts()).toEqual([]);

    // Someone in the department sees those of the department only.
    const narrow = await api.as({ userType: 'manager', scope: 'own', keys: ['clients.view'] });
    expect(await narrow.call(clients.tags, {})).toEqual({ tags: [] });
    expect(await namesBy({ noEmail: 'true' }, narrow)).toEqual([]);
  });

  it('misses a tax number only where the tax treatment requires one', async () => {
    await api.db
      .updateTable('billingEntity')
      .set({ taxStatus: 'registered' })
      .where('id', '=', fixture.entityId)
      .execute();
    const crm = await api.as({ userType: 'crm' });
    const { acme } = acmeOf(crm.id, fixture.entityId);
    const line1 = '1 rue de la Paix';
    const addresses = [{ kind: 'billing' as const, line1, city: 'Lyon', postal: '69001', country: 'FR' }];
    for (const taxTreatment of ['consumer', 'eu_b2b'] as const)
      await admin.call(clients.create, {
        ...acme(),
        name: taxTreatment,
        taxTreatment,
        addresses,
        registrations: [],
      });
    const { rows } = await admin.call(clients.list, { filter: { crm: crm.id } });
    expect(rows.map(({ name, missing }) => [name, missing])).toEqual([
      ['consumer', []],
      ['eu_b2b', ['tax_number']],
    ]);
    expect(await namesBy({ crm: crm.id, incomplete: 'true' })).toEqual(['eu_b2b']);
    expect(await wrongFacts()).toEqual([]);
  });

  it('shows who owes, who has credit and who has no series, as their documents come and go', async () => {
    expect([await finds({ balance: 'owes' }), await finds({ balance: 'credit' })]).toEqual([false, false]);
    const invoice = await fixture.issued(10_000);
    expect(await finds({ balance: 'owes' })).toBe(true);
    const paid = await admin.call(
      receipts.create,
      fixture.receipt(12_000, { allocations: [{ invoiceId: invoice.id, amount: 10_000 }] }),
    );
    expect([await finds({ balance: 'owes' }), await finds({ balance: 'credit' })]).toEqual([false, true]);
    const again = await fixture.issued(2_000);
    await admin.call(receipts.allocate, {
      id: paid.id,
      date: '2026-04-06',
      allocations: [{ invoiceId: again.id, amount: 2_000 }],
    });
    expect([await finds({ balance: 'owes' }), await finds({ balance: 'credit' })]).toEqual([false, false]);
    await admin.call(receipts.reverse, { id: paid.id, date: '2026-04-07', reason: 'Wrong client' });
    expect([await finds({ balance: 'owes' }), await finds({ balance: 'credit' })]).toEqual([true, false]);

    expect([await finds({ noSeries: 'true' }), await finds({ noSeries: 'false' })]).toEqual([true, false]);
    const series = await admin.call(recurringInvoices.create, {
      clientId: fixture.clientId,
      entityId: fixture.entityId,
      title: 'Bookkeeping',
      rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=1' },
      startsOn: `${new Date().getFullYear() + 1}-01-01`,
      zone: 'UTC',
      mode: 'draft',
      currency: 'EUR',
      docLocale: 'en',
      lines: [
        {
          description: 'Books',
          qty: '1',
          taxCodeId: fixture.taxCodeId,
          prices: [{ validFrom: '2026-01-01', unitPrice: '100' }],
        },
      ],
    });
    expect(await finds({ noSeries: 'true' })).toBe(false);
    await admin.call(recurringInvoices.remove, { id: series.id }, { version: series.version });
    expect(await finds({ noSeries: 'true' })).toBe(true);
    expect(await wrongFacts()).toEqual([]);
  });

  it('lets only triggers write what records say of a client', async () => {
    await expect(api.appPool.query('update client_facts set has_email = true')).rejects.toMatchObject({
      code: '42501',
    });
    expect(await wrongFacts()).toEqual([]);
  });

  it('tells who owes only to people who may see amounts', async () => {
    const clerk = await api.as({ userType: 'admin', keys: ['clients.view'] });
    for (const endpoint of [clients.list, clients.total])
      expect(await clerk.refused(endpoint, { filter: { balance: 'owes' } })).toMatchObject({
        code: 'PERM_DENIED',
        errors: { 'filter.balance': [{ code: 'PERM_DENIED' }] },
      });
    expect(await namesBy({ noSeries: 'false' }, clerk)).toEqual([]);
  });

  it('counts a tax number only on the days on which it is valid', async () => {
    const crm = await api.as({ userType: 'crm' });
    const entityId = await makeEntity(api.db, { timezone: 'Pacific/Auckland' });
    const { acme } = acmeOf(crm.id, entityId);
    const made = (name: string, validTo: string | null) =>
      admin.call(clients.create, {
        ...acme(),
        name,
        taxTreatment: 'eu_b2b',
        addresses: [{ kind: 'billing', line1: '1 rue de la Paix', country: 'FR' }],
        registrations: [{ scheme: 'EU:VAT', value: 'FR40303265045', validTo }],
      });
    await made('Ended', '2020-12-31');
    const ending = await made('Ending', '2199-12-31');
    const theirs = { crm: crm.id, incomplete: 'true' as const };
    expect(await namesBy(theirs)).toEqual(['Ended']);
    // Its last day passes without a write.
    await api.ownerPool.query('alter table client_registration disable trigger user');
    await api.ownerPool.query(
      `update client_registration set valid_to = (now() at time zone 'Pacific/Auckland')::date - 1 where client_id = $1`,
      [ending.id],
    );
    await api.ownerPool.query('alter table client_registration enable trigger user');
    expect(await wrongFacts()).toEqual([]);
    await followClientFacts(api.db);
    expect(await namesBy(theirs)).toEqual(['Ended', 'Ending']);
    expect(await wrongFacts()).toEqual([]);
  });

  it('finds a pause of reminders until its last day, and then as on', async () => {
    const crm = await api.as({ userType: 'crm' });
    const { acme } = acmeOf(crm.id, fixture.entityId);
    const pausedUntil = (name: string, remindersPausedUntil: string) =>
      admin.call(clients.create, { ...acme(), name, reminders: 'paused', remindersPausedUntil });
    await pausedUntil('Resumed', '2020-12-31');
    await pausedUntil('Still paused', '2199-12-31');
    await admin.call(clients.create, { ...acme(), name: 'Never', reminders: 'off' });
    expect(await namesBy({ crm: crm.id, reminders: 'paused' })).toEqual(['Still paused']);
    expect(await namesBy({ crm: crm.id, reminders: 'on' })).toEqual(['Resumed']);
    expect(await namesBy({ crm: crm.id, reminders: 'off' })).toEqual(['Never']);
  });
});
