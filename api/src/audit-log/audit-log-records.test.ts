import { auditLog } from '@daybook/contracts/audit-log/audit-log';
import type { AuditKind } from '@daybook/contracts/audit-log/audit-log';
import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import { followUps } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { holidayCalendars } from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import { packages } from '@daybook/contracts/settings/packages/packages';
import { services } from '@daybook/contracts/settings/services/services';
import { makeClient, makeEntity, makeTaxCode } from '../../test/fixtures/masters.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

let api: TestApi;
let owner: Caller;
let entityId: string;
let clientId: string;
beforeAll(async () => {
  api = await startTestApi();
  owner = await api.as({ userType: 'super_admin', name: 'Olga' });
  entityId = await makeEntity(api.db);
  clientId = await makeClient(api.db, { entityId, crmId: owner.id, name: 'Windmill Bakery' });
});
afterAll(() => api.stop());

const rowsOf = async (kind: AuditKind, recordId: string) =>
  (await owner.call(auditLog.list, { filter: { kind, recordId } })).rows;

const euros = (minor: number) => ({ as: 'money', minor, currency: 'EUR' });

describe('all that was done to a record', () => {
  it('includes the prices of a package, as long as it stands and after it was removed', async () => {
    const taxCodeId = await makeTaxCode(api.db, { code: 'V20', rate: '20' });
    const { id: serviceId } = await owner.call(services.create, { name: 'Bookkeeping', taxCodeId });
    const sold = (price: number) => ({
      name: 'Small firm',
      entityId,
      cycle: 'monthly' as const,
      currency: 'EUR',
      price,
      services: [{ serviceId, qty: '1', share: price }],
    });
    const { id } = await owner.call(packages.create, sold(100_00));
    await owner.call(packages.edit, { ...sold(120_00), id, active: true }, { version: 1 });
    const prices = async () => {
      const entries = await Promise.all(
        (await rowsOf('package', id)).map(({ id: no }) => owner.call(auditLog.open, { no })),
      );
      return entries.flatMap(({ act, changes }) =>
        changes.filter(({ label }) => label === 'Price').map(({ before, after }) => [act, before, after]),
      );
    };
    expect(await prices()).toEqual([
      ['created', null, euros(120_00)],
      ['created', null, euros(100_00)],
    ]);
    const [latest] = await rowsOf('package', id);
    expect(latest?.fields).toContain('Version');
    await owner.call(packages.remove, { id }, { version: 2 });
    expect(await prices()).toEqual(
      expect.arrayContaining([
        ['removed', euros(120_00), null],
        ['removed', euros(100_00), null],
        ['created', null, euros(120_00)],
        ['created', null, euros(100_00)],
      ]),
    );
  });

  it('includes notes and follow-ups, each under the record that its line names', async () => {
    await owner.call(clientNotes.add, { id: clientId, body: 'Prefers letters' });
    await owner.call(followUps.log, {
      clientId,
      channel: 'call',
      outcome: 'no_answer',
    });
    const [note] = (await owner.call(auditLog.list, { filter: { kind: 'client' } })).rows;
    expect(note).toMatchObject({ act: 'created', record: { id: clientId, label: 'Windmill Bakery' } });
    expect((await rowsOf('client', clientId)).map(({ id }) => id)).toContain(note?.id);
    const followed = (await owner.call(auditLog.list, { filter: { kind: 'follow_up' } })).rows;
    expect(followed.length).toBeGreaterThan(0);
    expect(await rowsOf('follow_up', clientId)).toEqual(followed);
  });
});

describe('the search of the audit log by the name of a setting', () => {
  it('finds packages, departments, codes, calendars and categories', async () => {
    await owner.call(departments.create, { name: 'Quinces' });
    await owner.call(taskCategories.create, { name: 'Quince jelly' });
    await owner.call(holidayCalendars.create, { name: 'Quince days' });
    const taxCodeId = await makeTaxCode(api.db, { code: 'QUINCE', rate: '3' });
    const service = await owner.call(services.create, { name: 'Plums', taxCodeId });
    await owner.call(packages.create, {
      name: 'All quinces',
      entityId,
      cycle: 'once',
      currency: 'EUR',
      price: 1,
      services: [{ serviceId: service.id, qty: '1', share: 1 }],
    });
    const kinds = (await owner.call(auditLog.list, { q: 'quince' })).rows.map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(
      new Set(['department', 'tax_code', 'task_category', 'holiday_calendar', 'package']),
    );
  });
});
