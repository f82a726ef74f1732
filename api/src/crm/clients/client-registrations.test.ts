import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { history } from '@daybook/contracts/history';
import { makeEntity, makeTaxCode } from '../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let entityId: string;
let taxCodeId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin', name: 'Ada' });
  taxCodeId = await makeTaxCode(api.db, { code: 'GST18', rate: '18', regime: 'IN', kind: 'GST' });
  entityId = await makeEntity(api.db, {
    currency: 'INR',
    regime: 'IN',
    country: 'IN',
    registrations: [{ scheme: 'IN:GSTIN', value: '27AAPFU0939F1ZV' }],
  });
});
afterAll(() => api.stop());

const gstin = { scheme: 'IN:GSTIN' as const, value: '29AABCF8078M1C8' };
const pan = { scheme: 'IN:PAN' as const, value: 'AABCF8078M' };

const fieldsOf = async () => ({
  name: 'Hydra Works',
  kind: 'company' as const,
  crmId: (await api.as({ userType: 'crm' })).id,
  defaultEntityId: entityId,
  taxTreatment: 'registered' as const,
  addresses: [
    {
      kind: 'billing' as const,
      line1: '1 MG Road',
      city: 'Pune',
      regionCode: 'IN-MH',
      postal: '411001',
      country: 'IN',
    },
  ],
});

const issued = async (clientId: string, issueDate: string) => {
  const { id, version } = await admin.call(invoices.create, {
    entityId,
    clientId,
    issueDate,
    dueDate: '2026-06-30',
    currency: 'INR',
    docLocale: 'en',
    lines: [{ description: 'Audit', qty: '1', unitPrice: '100', sacHsn: '998221', taxCodeId }],
  });
  return admin.call(invoices.issue, { id }, { version });
};
const numbersOn = ({ billTo }: { billTo: { registrations: { value: string }[] } | null }) =>
  billTo?.registrations.map(({ value }) => value);

// docs/rules.md#registrations-of-a-client
describe('a tax number of a client', () => {
  it('is named by documents of its days only; those issued before it ended keep it', async () => {
    const fields = await fieldsOf();
    const client = await admin.call(clients.create, {
      ...fields,
      registrations: [{ ...gstin, validFrom: '2025-04-01' }, pan],
    });
    const before = await issued(client.id, '2026-03-10');
    expect([numbersOn(before), before.placeOfSupply]).toEqual([[gstin.value, pan.value], '29']);

    const ended = [{ ...gstin, validFrom: '2025-04-01', validTo: '2026-03-31' }, pan];
    const edited = await admin.call(
      clients.edit,
      { ...fields, id: client.id, registrations: ended },
      { version: client.version },
    );
    expect(edited.registrations).toMatchObject(ended);

    const [onItsLastDay, after] = [
      await issued(client.id, '2026-03-31'),
      await issued(client.id, '2026-04-01'),
    ];
    expect(numbersOn(onItsLastDay)).toEqual([gstin.value, pan.value]);
    // Without the GSTIN, the place of supply is the state of the address.
    expect([numbersOn(after), after.placeOfSupply]).toEqual([[pan.value], '27']);
    expect(numbersOn(await admin.call(invoices.open, { id: before.id }))).toEqual([gstin.value, pan.value]);

    const { events } = await admin.call(history.of, { kind: 'client', id: client.id });
    expect(events[0]?.parts).toMatchObject([
      {
        part: 'registration',
        step: 'changed',
        label: gstin.value,
        changes: [{ field: 'registration.validTo', after: { as: 'date', date: '2026-03-31' } }],
      },
    ]);
  });

  it('cannot end before it begins', async () => {
    const given = {
      ...(await fieldsOf()),
      registrations: [{ ...gstin, validFrom: '2026-04-01', validTo: '2026-03-31' }],
    };
    const { errors } = await admin.refused(clients.create, given);
    expect(errors).toEqual({ 'registrations.0.validTo': [{ code: 'DATE_ORDER' }] });
  });
});
