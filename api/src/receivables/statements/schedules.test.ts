import { statementSchedules } from '@daybook/contracts/receivables/statements/statement-schedules';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
let own: Caller;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
  own = await api.as({ userType: 'crm', keys: ['reports.client_ledgers'], scope: 'own' });
});
afterAll(() => api.stop());

const monthly = (name: string, more: object = {}) => ({ name, every: 'month' as const, onDay: 5, ...more });

describe('a schedule of statements', () => {
  it('names its next working day, and is changed, paused, resumed and deleted at the version that was seen', async () => {
    const made = await admin.call(statementSchedules.create, monthly('Monthly'));
    expect(made).toMatchObject({ status: 'active', owner: { id: admin.id }, kind: 'period', lastOn: null });
    expect(made.nextOn).toMatch(/^\d{4}-\d{2}-0[5-7]$/);
    const { id } = made;
    const edited = await admin.call(
      statementSchedules.edit,
      { id, ...monthly('Quarterly', { every: 'quarter', onDay: 31, shift: 'none' }) },
      { version: 1 },
    );
    expect(edited.nextOn).toMatch(/-(01|07|10)-3[01]$|-04-30$/);
    expect(await admin.refused(statementSchedules.pause, { id }, { version: 1 })).toMatchObject({
      code: 'VERSION_CONFLICT',
    });
    const paused = await admin.call(statementSchedules.pause, { id }, { version: 2 });
    expect(paused).toMatchObject({ status: 'paused', pausedFor: 'person', nextOn: null });
    expect(await admin.refused(statementSchedules.pause, { id }, { version: 3 })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
    expect(await admin.call(statementSchedules.resume, { id }, { version: 3 })).toMatchObject({
      status: 'active',
      nextOn: edited.nextOn,
    });
    await admin.call(statementSchedules.remove, { id }, { version: 4 });
    expect(await admin.refused(statementSchedules.open, { id })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is seen by its owner and by admins, and names only what its owner sees', async () => {
    const { id } = await admin.call(statementSchedules.create, monthly('Of the firm'));
    const theirs = await own.call(statementSchedules.create, monthly('Own'));
    expect((await own.call(statementSchedules.list, {})).rows.map(({ name }) => name)).toEqual(['Own']);
    expect((await admin.call(statementSchedules.list, {})).rows.map(({ name }) => name)).toEqual([
      'Of the firm',
      'Own',
    ]);
    expect(await own.refused(statementSchedules.open, { id })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await own.refused(statementSchedules.pause, { id }, { version: 1 })).toMatchObject({
      code: 'NOT_FOUND',
    });
    for (const [more, field] of [
      [{ clientId: fixture.clientId }, 'clientId'],
      [{ calendarId: fixture.entityId }, 'calendarId'],
    ] as const)
      expect(await own.refused(statementSchedules.create, monthly('Foreign', more))).toMatchObject({
        errors: { [field]: [{ code: 'REFERENCE_UNKNOWN' }] },
      });
    expect(await own.refused(statementSchedules.create, monthly('own'))).toMatchObject({
      errors: { name: [{ code: 'ALREADY_EXISTS' }] },
    });
    expect(await own.refused(statementSchedules.create, monthly('No day', { onDay: 32 }))).toMatchObject({
      code: 'INPUT_INVALID',
    });
    const taken = await admin.call(
      statementSchedules.edit,
      { id: theirs.id, ...monthly('Own') },
      { version: 1 },
    );
    expect(taken.owner.id).toBe(admin.id);
  });
});
