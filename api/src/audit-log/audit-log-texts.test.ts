import { auditLog } from '@daybook/contracts/audit-log/audit-log';
import { grants } from '@daybook/contracts/people/grants';
import { languages } from '@daybook/contracts/fields';
import { history } from '@daybook/contracts/history';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { services } from '@daybook/contracts/settings/services/services';
import { makeTaxCode } from '../../test/fixtures/masters.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { requestOf } from '../http/request-of.ts';
import { auditWords } from './audit-wording.ts';
import { auditedTables } from './audited-tables.ts';

let api: TestApi;
let owner: Caller;
beforeAll(async () => {
  api = await startTestApi();
  owner = await api.as({ userType: 'super_admin', name: 'Olga' });
});
afterAll(() => api.stop());

it.each(['2026-13-01T00:00:00', '2026-01-01T10:00:00 call', '2026-99-99'])(
  'a record called %s opens in the log, is in its file, and has a history',
  async (name) => {
    const made = await owner.call(departments.create, { name: `First ${name}` });
    await owner.call(departments.edit, { id: made.id, name, active: true }, { version: 1 });
    const filter = { kind: 'department', recordId: made.id } as const;
    const change = { before: { as: 'text', text: `First ${name}` }, after: { as: 'text', text: name } };
    const [row] = (await owner.call(auditLog.list, { filter })).rows;
    const { changes } = await owner.call(auditLog.open, { no: row?.id ?? '' });
    expect(changes).toEqual([{ label: 'Name', ...change }]);
    const file = await owner.inject(requestOf(auditLog.export, { format: 'csv', filter }));
    expect(file.statusCode).toBe(200);
    expect(file.body).toContain(`Name: First ${name} → ${name}`);
    const { events } = await owner.call(history.of, { kind: 'department', id: made.id });
    expect(events[0]?.changes).toEqual([{ field: 'name', ...change }]);
  },
);

it('the file of the log has all that a command changed on a record', async () => {
  const mina = await api.as({ userType: 'manager', name: 'Mina', keys: ['tasks.view', 'clients.view'] });
  const { version } = await owner.call(grants.open, { id: mina.id });
  await owner.call(grants.put, { id: mina.id, keys: ['tasks.view', 'tasks.edit', 'services'] }, { version });
  const file = await owner.inject(
    requestOf(auditLog.export, { format: 'csv', filter: { act: 'permissions', personId: owner.id } }),
  );
  const permissions = file.body.match(/Permission: .+/g);
  expect(permissions?.map((line) => line.replace(/^"|\r$/g, '')).toSorted()).toEqual([
    'Permission: clients.view → –',
    'Permission: – → services',
    'Permission: – → tasks.edit',
  ]);
});

it('a change of currency leaves the former amount in the former currency', async () => {
  const taxCodeId = await makeTaxCode(api.db, { code: 'V20', rate: '20' });
  const form = { name: 'Payroll', taxCodeId };
  const { id } = await owner.call(services.create, { ...form, price: 100_00, currency: 'EUR' });
  await owner.call(
    services.edit,
    { ...form, id, price: 15_000, currency: 'JPY', active: true },
    { version: 1 },
  );
  const [row] = (await owner.call(auditLog.list, { filter: { kind: 'service', recordId: id } })).rows;
  const { changes } = await owner.call(auditLog.open, { no: row?.id ?? '' });
  expect(changes).toContainEqual({
    label: 'Price',
    before: { as: 'money', minor: 100_00, currency: 'EUR' },
    after: { as: 'money', minor: 15_000, currency: 'JPY' },
  });
});

it.each(languages)('in %s every code that a column of the log allows has a word', async (language) => {
  const { rows } = await api.ownerPool.query<{ table: string; field: string; law: string }>(
    `select c.relname as table, a.attname as field, pg_get_constraintdef(k.oid) as law
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
     where k.contype = 'c' and cardinality(k.conkey) = 1 and pg_get_constraintdef(k.oid) ~ 'ARRAY\\[''' order by 1, 2`,
  );
  const codes = rows
    .filter(({ table }) => table in auditedTables)
    .flatMap(({ table, field, law }) =>
      [...law.matchAll(/'([a-z\d_-]+)'::/gi)].map(([, code = '']) => [table, field, code] as const),
    );
  expect(codes.length).toBeGreaterThan(200);
  const { wordOf } = auditWords(language);
  const without = codes.filter(([table, field, code]) => wordOf(table, field, code) === null);
  // Nobody of this type is on the staff.
  expect(without).toEqual([['app_user', 'user_type', 'client']]);
});
