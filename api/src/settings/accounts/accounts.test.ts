import { chartOfAccounts } from '@daybook/contracts/billing/journal/journal';
import { lookups } from '@daybook/contracts/lookups';
import { ledgerAccounts } from '@daybook/contracts/settings/accounts/accounts';
import { services } from '@daybook/contracts/settings/services/services';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeTaxCode } from '../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let taxCodeId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'admin', keys: ['services'] });
  taxCodeId = await makeTaxCode(api.db, { code: 'V20', rate: '20' });
});
afterAll(() => api.stop());

let next = 4_100;
const account = (more: object = {}) => ({
  code: String(++next),
  name: `Account ${next}`,
  type: 'income' as const,
  ...more,
});
const service = (incomeAccountId: string | null) => ({
  name: `Service ${++next}`,
  taxCodeId,
  incomeAccountId,
});
const codesOf = async (query: object) =>
  (await admin.call(ledgerAccounts.list, { pageSize: 100, ...query })).rows.map(({ code }) => code);

describe('the chart of accounts', () => {
  it('takes new accounts, which are renamed, renumbered and deactivated', async () => {
    const made = await admin.call(ledgerAccounts.create, account({ code: '4010', name: 'Audit fees' }));
    expect(made).toMatchObject({
      version: 1,
      code: '4010',
      name: 'Audit fees',
      type: 'income',
      isSystem: false,
      keptByDocuments: false,
      active: true,
    });
    const edited = await admin.call(
      ledgerAccounts.edit,
      { id: made.id, code: '4011', name: 'Audits', type: 'expense', active: false },
      { version: 1 },
    );
    expect(edited).toMatchObject({
      version: 2,
      code: '4011',
      name: 'Audits',
      type: 'expense',
      active: false,
    });
    expect(await admin.call(ledgerAccounts.open, { id: made.id })).toEqual(edited);
  });

  it('has each number once, in capital letters and digits', async () => {
    const taken = await admin.refused(ledgerAccounts.create, account({ code: '1100' }));
    expect(taken).toMatchObject({ errors: { code: [{ code: 'ALREADY_EXISTS' }] } });
    const odd = await admin.refused(ledgerAccounts.create, account({ code: 'fee 1' }));
    expect(odd).toMatchObject({ errors: { code: [{ code: 'ACCOUNT_CODE' }] } });
  });

  it('is found by number, by given name and by the name in the reader’s language, and filtered', async () => {
    await admin.call(ledgerAccounts.create, account({ code: '4020', name: 'Payroll fees' }));
    expect(await codesOf({ q: '402' })).toEqual(['4020']);
    expect(await codesOf({ q: 'payroll' })).toEqual(['4020']);
    expect(await codesOf({ q: 'bad debts' })).toEqual(['5100']);
    const french = await admin.inject({
      url: '/api/v1/ledger-accounts?q=honoraires&filter[type]=income',
      headers: { 'accept-language': 'fr' },
    });
    expect(french.json<object>()).toMatchObject({
      data: { rows: [{ code: '4000', name: 'Honoraires' }] },
    });
    expect(await codesOf({ filter: { keptByDocuments: 'true' } })).toEqual(
      expect.arrayContaining(['1015', '1020', '1100', '1200', '1300', '1400', '2100', '2110', '2400']),
    );
    expect(await codesOf({ filter: { keptByDocuments: 'true', type: 'income' } })).toEqual([]);
    const all = await codesOf({ sort: '-code' });
    expect(all).toEqual(all.toSorted().toReversed());
    expect(await admin.call(ledgerAccounts.total, {})).toMatchObject({ total: all.length });
  });

  it('is exported', async () => {
    const { body } = await admin.inject({ url: '/api/v1/ledger-accounts/export?format=csv&q=1100' });
    expect(body.trim().split('\r\n').slice(1)).toEqual(['1100,Receivables,Asset,Yes,Yes']);
  });

  it('keeps the accounts to which documents post by themselves', async () => {
    const { rows } = await admin.call(ledgerAccounts.list, { q: '1100' });
    const { id = '', version = 0 } = rows[0] ?? {};
    for (const change of [{ name: 'Debtors' }, { active: false }, { type: 'expense' as const }]) {
      const edit = { id, code: '1100', name: 'Receivables', type: 'asset' as const, active: true, ...change };
      expect(await admin.refused(ledgerAccounts.edit, edit, { version })).toMatchObject({
        code: 'STATE_NOT_ALLOWED',
      });
    }
  });

  it('translates an account that came with Daybook until somebody renames it', async () => {
    const { rows } = await admin.call(ledgerAccounts.list, { q: 'Travel' });
    const { id = '', version = 0 } = rows[0] ?? {};
    const same = { id, code: '5410', name: 'Travel', type: 'expense' as const, active: true };
    const chart = async () =>
      (await admin.call(chartOfAccounts.list, {})).rows.find((row) => row.id === id)?.usual;
    await admin.call(ledgerAccounts.edit, same, { version });
    expect(await chart()).toBe('5410');
    await admin.call(ledgerAccounts.edit, { ...same, name: 'Journeys' }, { version: version + 1 });
    expect(await chart()).toBeNull();
    expect(await codesOf({ q: 'journeys' })).toEqual(['5410']);
  });

  it('fixes the type of an account once something is posted to it', async () => {
    const made = await admin.call(ledgerAccounts.create, account());
    const clerk = await api.as({});
    const audit = await clerk.call(services.create, service(made.id));
    const fixture = await openBillingFixture(api, clerk);
    await fixture.issued(10_000, {
      lines: [
        {
          description: 'Audit',
          serviceId: audit.id,
          qty: '1',
          unitPrice: '100',
          taxCodeId: fixture.taxCodeId,
        },
      ],
    });
    await clerk.call(services.edit, { ...service(null), id: audit.id, active: true }, { version: 1 });
    const { code, name, version } = made;
    const edit = { id: made.id, code, name, type: 'expense' as const, active: true };
    expect(await admin.refused(ledgerAccounts.edit, edit, { version })).toMatchObject({
      code: 'ACCOUNT_POSTED',
      errors: { type: [{ code: 'ACCOUNT_POSTED' }] },
    });
  });

  it('neither deactivates nor retypes an account to which a service posts, nor offers a deactivated one', async () => {
    const made = await admin.call(ledgerAccounts.create, account());
    const used = await admin.call(services.create, service(made.id));
    expect(used.incomeAccount).toEqual({ id: made.id, label: `${made.code} ${made.name}` });
    const { code, name, type } = made;
    const off = { id: made.id, code, name, type, active: false };
    expect(await admin.refused(ledgerAccounts.edit, off, { version: 1 })).toMatchObject({
      code: 'ACCOUNT_IN_USE',
      errors: { active: [{ code: 'ACCOUNT_IN_USE' }] },
    });
    const retyped = { ...off, type: 'expense' as const, active: true };
    expect(await admin.refused(ledgerAccounts.edit, retyped, { version: 1 })).toMatchObject({
      code: 'ACCOUNT_IN_USE',
      errors: { type: [{ code: 'ACCOUNT_IN_USE' }] },
    });
    const offered = async () =>
      (await admin.call(lookups.find, { kind: 'income_account', q: code })).map(({ id }) => id);
    expect(await offered()).toEqual([made.id]);
    await admin.call(services.remove, { id: used.id }, { version: 1 });
    await admin.call(ledgerAccounts.edit, off, { version: 1 });
    expect(await offered()).toEqual([]);
    expect(await admin.refused(services.create, service(made.id))).toMatchObject({
      errors: { incomeAccountId: [{ code: 'REFERENCE_UNKNOWN' }] },
    });
  });

  it('lets a service post to income accounts only, and not to that of rounding', async () => {
    const { rows } = await admin.call(ledgerAccounts.list, { pageSize: 100 });
    for (const code of ['1000', '4900', '5000']) {
      const wrong = rows.find((row) => row.code === code)?.id ?? '';
      expect(await admin.refused(services.create, service(wrong))).toMatchObject({
        errors: { incomeAccountId: [{ code: 'REFERENCE_UNKNOWN' }] },
      });
    }
  });

  it('is open to admins only', async () => {
    const manager = await api.as({ userType: 'manager' });
    expect(await manager.refused(ledgerAccounts.list, {})).toMatchObject({ httpStatus: 403 });
    expect(await manager.refused(ledgerAccounts.create, account())).toMatchObject({ httpStatus: 403 });
  });
});
