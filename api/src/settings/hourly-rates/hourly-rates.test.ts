import type { InputOf } from '@daybook/contracts/endpoint';
import { clientMerge } from '@daybook/contracts/crm/clients/client-merge';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { moneyPermissions, permissions } from '@daybook/contracts/permissions';
import { chargeRates } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import { costRates } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import { services } from '@daybook/contracts/settings/services/services';
import { makeClient, makeEntity, makeTaxCode } from '../../../test/fixtures/masters.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

type Given = Partial<InputOf<typeof chargeRates.create>>;

let api: TestApi;
let admin: Caller;
let executive: Caller;
let entityId: string;
let clientId: string;
let serviceId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ name: 'Ada' });
  executive = await api.as({ userType: 'executive', keys: ['services'], name: 'Eve' });
  const taxCodeId = await makeTaxCode(api.db, { code: 'VAT20', rate: '20' });
  entityId = await makeEntity(api.db);
  clientId = await makeClient(api.db, { name: 'Dupont & Fils', entityId, crmId: admin.id });
  serviceId = (await admin.call(services.create, { name: 'Audit', taxCodeId })).id;
});
afterAll(() => api.stop());

const euros = { currency: 'EUR', rate: 12_000, validFrom: '2026-01-01' };
const charge = (more: Given = {}) => admin.call(chargeRates.create, { ...euros, ...more });
const refusedCharge = async (more: object) =>
  (await admin.refused(chargeRates.create, { ...euros, ...more })).errors;
const validOn = async (day: string) =>
  (await admin.call(chargeRates.list, { q: 'eve', filter: { currency: 'NOK', on: day } })).rows.length;
const cost = (more: object = {}) =>
  admin.call(costRates.create, { ...euros, personId: executive.id, rate: 4_000, ...more });
const overlaps = { validFrom: [{ code: 'RATES_OVERLAP' }] };

describe('charge rates', () => {
  it('are for hours of a client with a person or a service, of one of the three, or of the firm', async () => {
    expect(await charge({ currency: 'CHF' })).toMatchObject({
      client: null,
      service: null,
      person: null,
      rate: 12_000,
      validTo: null,
    });
    const both = await charge({ currency: 'CHF', clientId, personId: admin.id });
    expect(both).toMatchObject({ client: { label: 'Dupont & Fils' }, person: { label: 'Ada' } });
    expect(await refusedCharge({ serviceId, personId: admin.id })).toMatchObject({
      serviceId: [{ code: 'PERSON_OR_SERVICE' }],
    });
    expect(await refusedCharge({ rate: 0 })).toMatchObject({ rate: [{}] });
    expect(await refusedCharge({ validTo: '2025-12-31' })).toMatchObject({
      validTo: [{ code: 'DATE_ORDER' }],
    });
    expect(await refusedCharge({ clientId: admin.id })).toMatchObject({
      clientId: [{ code: 'REFERENCE_UNKNOWN' }],
    });
  });

  it('for the same hours never overlap, when added, edited or added at the same time', async () => {
    const first = await charge({ clientId, validTo: '2026-06-30' });
    expect(await refusedCharge({ clientId, validFrom: '2026-06-30' })).toMatchObject(overlaps);
    const second = await charge({ clientId, validFrom: '2026-07-01' });
    await charge({ clientId, currency: 'USD' });
    await charge({ clientId, serviceId });
    const back = { id: second.id, ...euros, clientId, validFrom: '2026-06-01' };
    expect((await admin.refused(chargeRates.edit, back, { version: 1 })).errors).toMatchObject(overlaps);
    await admin.call(
      chargeRates.edit,
      { id: first.id, ...euros, clientId, validTo: '2026-05-31' },
      { version: 1 },
    );
    expect(await admin.call(chargeRates.edit, back, { version: 1 })).toMatchObject({
      validFrom: '2026-06-01',
      version: 2,
    });
    const answers = await Promise.all(
      [1, 2, 3].map((rate) =>
        admin.inject(requestOf(chargeRates.create, { ...euros, currency: 'GBP', rate })),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it('sent twice with the same key are stored once, and changed only at the version that was seen', async () => {
    const send = () =>
      admin.inject(
        requestOf(chargeRates.create, { ...euros, currency: 'JPY' }, { key: 'same-key-of-a-rate' }),
      );
    const [one, two] = [await send(), await send()];
    expect(two.json()).toEqual(one.json());
    const { id } = one.json<{ data: { id: string } }>().data;
    const change = { id, ...euros, currency: 'JPY', rate: 5 };
    await admin.call(chargeRates.edit, change, { version: 1 });
    expect(await admin.refused(chargeRates.edit, change, { version: 1 })).toMatchObject({ httpStatus: 412 });
    await admin.call(chargeRates.remove, { id }, { version: 2 });
    expect(await admin.refused(chargeRates.open, { id })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of a client are hidden from people who do not see the client', async () => {
    const { id } = await charge({ clientId, currency: 'SGD' });
    await charge({ currency: 'SGD' });
    const filter = { currency: 'SGD' };
    expect((await admin.call(chargeRates.list, { filter })).rows).toHaveLength(2);
    expect((await executive.call(chargeRates.list, { filter })).rows).toMatchObject([{ client: null }]);
    expect(await executive.call(chargeRates.total, { filter })).toMatchObject({ total: 1 });
    expect(await executive.refused(chargeRates.open, { id })).toMatchObject({ code: 'NOT_FOUND' });
    const added = { ...euros, clientId, validFrom: '2020-01-01', validTo: '2020-01-01' };
    expect((await executive.refused(chargeRates.create, added)).errors).toMatchObject({
      clientId: [{ code: 'REFERENCE_UNKNOWN' }],
    });
    const other = await api.as({ keys: allBut('services') });
    expect(await other.refused(chargeRates.list, {})).toMatchObject({ httpStatus: 403 });
  });

  it('are found by name and by the day on which they are valid', async () => {
    await charge({ currency: 'NOK', personId: executive.id, validTo: '2026-03-31' });
    expect([
      await validOn('2025-12-31'),
      await validOn('2026-01-01'),
      await validOn('2026-03-31'),
      await validOn('2026-04-01'),
    ]).toEqual([0, 1, 1, 0]);
  });

  it('go to the remaining client in a merge, except where that has a rate of its own', async () => {
    const [stays, goes] = [
      await makeClient(api.db, { name: 'Stays', entityId, crmId: admin.id }),
      await makeClient(api.db, { name: 'Goes', entityId, crmId: admin.id }),
    ];
    await charge({ clientId: stays, rate: 100 });
    await charge({ clientId: goes, rate: 200, validFrom: '2026-05-01' });
    await charge({ clientId: goes, serviceId, rate: 300 });
    const { version } = await admin.call(clients.open, { id: stays });
    const other = await admin.call(clients.open, { id: goes });
    await admin.call(
      clientMerge.merge,
      { id: stays, otherId: goes, otherVersion: other.version },
      { version },
    );
    const { rows } = await admin.call(chargeRates.list, { filter: { clientId: stays } });
    expect(rows.map(({ rate }) => rate).toSorted((a, b) => a - b)).toEqual([100, 300]);
  });
});

describe('cost rates', () => {
  it('are one for each person and day, whatever the currency', async () => {
    const { id } = await cost({ validTo: '2026-06-30' });
    const later = { ...euros, personId: executive.id, validFrom: '2026-06-30', currency: 'USD' };
    expect((await admin.refused(costRates.create, later)).errors).toMatchObject(overlaps);
    await cost({ validFrom: '2026-07-01', rate: 4_500 });
    const { rows } = await admin.call(costRates.list, { filter: { on: '2026-07-01' } });
    expect(rows).toMatchObject([{ person: { label: 'Eve' }, rate: 4_500 }]);
    await admin.call(costRates.remove, { id }, { version: 1 });
  });

  it('are read by people with every permission that shows money, and changed by admins', async () => {
    const manager = await api.as({ userType: 'manager', keys: moneyPermissions });
    expect((await manager.call(costRates.list, {})).rows).toHaveLength(1);
    const given = { ...euros, personId: admin.id };
    expect(await manager.refused(costRates.create, given)).toMatchObject({ httpStatus: 403 });
    for (const lacking of moneyPermissions) {
      const other = await api.as({
        userType: 'manager',
        keys: permissions.filter((key) => key !== lacking),
      });
      expect(await other.refused(costRates.list, {})).toMatchObject({ httpStatus: 403 });
    }
  });
});
