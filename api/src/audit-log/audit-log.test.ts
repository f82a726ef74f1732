import { auditLog } from '@daybook/contracts/audit-log/audit-log';
import type { AuditRow } from '@daybook/contracts/audit-log/audit-log';
import { account } from '@daybook/contracts/auth/account';
import { session } from '@daybook/contracts/auth/session';
import { clients } from '@daybook/contracts/crm/clients/clients';
import type { InputOf } from '@daybook/contracts/endpoint';
import { languages } from '@daybook/contracts/fields';
import { grants } from '@daybook/contracts/people/grants';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { services } from '@daybook/contracts/settings/services/services';
import { makeClient, makeEntity, makeTaxCode } from '../../test/fixtures/masters.ts';
import { callerOf, startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { codeOf } from '../../test/totp-codes.ts';
import { hashPassword } from '../auth/passwords.ts';
import { requestOf } from '../http/request-of.ts';

type Filter = NonNullable<InputOf<typeof auditLog.list>['filter']>;

let api: TestApi;
let admin: Caller;
let owner: Caller;
let entityId: string;
let taxCodeId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ name: 'Ada' });
  owner = await api.as({ userType: 'super_admin', name: 'Olga' });
  entityId = await makeEntity(api.db);
  taxCodeId = await makeTaxCode(api.db, { code: 'V20', rate: '20' });
});
afterAll(() => api.stop());

const list = async (filter: Filter = {}, more: Partial<InputOf<typeof auditLog.list>> = {}) =>
  (await owner.call(auditLog.list, { filter, ...more })).rows;

const told = ({ by, act, action, kind, record }: AuditRow) => [by?.label, act, action, kind, record?.label];

const names = ({ rows }: { rows: AuditRow[] }) => rows.map(({ record }) => record?.label);
const records = async (q: string) => (await list({}, { q })).map(({ record }) => record?.label);
const downloads = (personId: string) => list({ act: 'exported', personId });

const fields = () => ({ taxCodeId, price: 10_000, currency: 'EUR' });

describe('the audit log', () => {
  it('says who changed what, when and from where, before and after', async () => {
    const other = await makeTaxCode(api.db, { code: 'V7', rate: '7' });
    const made = await admin.call(services.create, { ...fields(), name: 'Payroll' });
    await admin.inject({
      ...requestOf(
        services.edit,
        { ...fields(), id: made.id, name: 'Payroll plus', price: 12_050, taxCodeId: other, active: true },
        { version: 1 },
      ),
      remoteAddress: '203.0.113.7',
    });
    const [edited, created] = await list({ kind: 'service' });
    expect(told(edited as AuditRow)).toEqual(['Ada', 'changed', 'services.edit', 'service', 'Payroll plus']);
    expect(told(created as AuditRow)).toEqual([
      'Ada',
      'created',
      'services.create',
      'service',
      'Payroll plus',
    ]);
    expect(edited).toMatchObject({
      address: '203.0.113.7',
      record: { id: made.id, opens: 'service' },
      fields: expect.arrayContaining(['Name', 'Price', 'Tax code']),
    });
    expect(Date.parse(edited?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const entry = await owner.call(auditLog.open, { no: edited?.id ?? '' });
    expect(entry.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(entry.changes).toEqual(
      expect.arrayContaining([
        {
          label: 'Name',
          before: { as: 'text', text: 'Payroll' },
          after: { as: 'text', text: 'Payroll plus' },
        },
        {
          label: 'Price',
          before: { as: 'money', minor: 10_000, currency: 'EUR' },
          after: { as: 'money', minor: 12_050, currency: 'EUR' },
        },
        { label: 'Tax code', before: { as: 'name', text: 'V20' }, after: { as: 'name', text: 'V7' } },
      ]),
    );
    expect(entry.changes).toHaveLength(3);
  });

  it('names fields in the reader’s language', async () => {
    const made = await admin.call(departments.create, { name: 'Audit' });
    const [row] = await list({ kind: 'department', recordId: made.id });
    const answer = await owner.inject({
      ...requestOf(auditLog.open, { no: row?.id ?? '' }),
      headers: { 'accept-language': 'ja' },
    });
    const { data } = answer.json<{ data: { changes: { label: string }[] } }>();
    expect(data.changes.map(({ label }) => label)).toEqual(expect.arrayContaining(['名称', '使用中']));
  });

  it('shows a deleted record by the name that it had', async () => {
    const made = await admin.call(departments.create, { name: 'Short-lived' });
    await admin.call(departments.remove, { id: made.id }, { version: 1 });
    expect((await list({ kind: 'department', recordId: made.id })).map(told)).toEqual([
      ['Ada', 'removed', 'departments.remove', 'department', 'Short-lived'],
      ['Ada', 'created', 'departments.create', 'department', 'Short-lived'],
    ]);
  });

  it('is filtered by person, kind of record, kind of act and period, and sorted both ways', async () => {
    const bea = await api.as({ name: 'Bea' });
    const made = await bea.call(departments.create, { name: 'Payroll' });
    await bea.call(departments.edit, { id: made.id, name: 'Wages', active: true }, { version: 1 });
    const service = await bea.call(services.create, { ...fields(), name: 'Wages' });
    const ofBea = { personId: bea.id };
    const acts = async (filter: Filter, sort: '-at' | 'at' = '-at') =>
      (await list({ ...ofBea, ...filter }, { sort })).map(({ act, kind }) => `${act} ${kind}`);
    expect(await acts({})).toEqual(['created service', 'changed department', 'created department']);
    expect(await acts({}, 'at')).toEqual(['created department', 'changed department', 'created service']);
    expect(await acts({ kind: 'department' })).toEqual(['changed department', 'created department']);
    expect(await acts({ act: 'created' })).toEqual(['created service', 'created department']);
    expect(await acts({ act: 'created', kind: 'service' })).toEqual(['created service']);
    expect(await acts({ kind: 'service', recordId: service.id })).toEqual(['created service']);
    expect(await acts({ kind: 'service', recordId: made.id })).toEqual([]);
    await api.ownerPool.query('alter table audit_event disable trigger user');
    await api.ownerPool.query(`update audit_event set at = '2024-02-29T12:00:00Z' where entity_id = $1`, [
      service.id,
    ]);
    await api.ownerPool.query('alter table audit_event enable trigger user');
    expect(await acts({ to: '2024-02-28' })).toEqual([]);
    expect(await acts({ from: '2024-02-29', to: '2024-02-29' })).toEqual(['created service']);
    expect(await acts({ from: '2024-03-01' })).toEqual(['changed department', 'created department']);
    expect(await owner.call(auditLog.total, { filter: ofBea })).toEqual({ total: 3, isCapped: false });
  });

  it('asks for the kind of a record', async () => {
    const refused = await owner.refused(auditLog.list, { filter: { recordId: entityId } });
    expect(refused).toMatchObject({ httpStatus: 400, errors: { 'filter.kind': [{ code: 'REQUIRED' }] } });
  });

  it('is read in pages, on and back, each line once', async () => {
    const cleo = await api.as({ name: 'Cleo' });
    for (let n = 1; n <= 7; n += 1) await cleo.call(departments.create, { name: `Pages ${n}` });
    const page = (cursor?: string) =>
      owner.call(auditLog.list, { filter: { personId: cleo.id }, pageSize: 3, cursor });
    const first = await page();
    const second = await page(first.next ?? '');
    const third = await page(second.next ?? '');
    expect([first, second, third].map(names)).toEqual([
      ['Pages 7', 'Pages 6', 'Pages 5'],
      ['Pages 4', 'Pages 3', 'Pages 2'],
      ['Pages 1'],
    ]);
    expect(third.next).toBeNull();
    expect(names(await page(third.previous ?? ''))).toEqual(['Pages 4', 'Pages 3', 'Pages 2']);
  });

  it('shows the permissions that one command changed as one line', async () => {
    const manager = await api.as({ userType: 'manager', name: 'Mina', keys: ['tasks.view', 'clients.view'] });
    const { version } = await owner.call(grants.open, { id: manager.id });
    await owner.call(
      grants.put,
      { id: manager.id, keys: ['tasks.view', 'tasks.edit', 'services'] },
      { version },
    );
    const rows = await list({ act: 'permissions', personId: owner.id });
    expect(rows.map(told)).toEqual([['Olga', 'permissions', 'grants.put', 'person', 'Mina']]);
    const { changes } = await owner.call(auditLog.open, { no: rows[0]?.id ?? '' });
    const keys = changes.flatMap(({ label, before, after }) =>
      label === 'Permission'
        ? [[before && 'text' in before && before.text, after && 'text' in after && after.text]]
        : [],
    );
    expect(keys).toEqual(
      expect.arrayContaining([
        ['clients.view', null],
        [null, 'tasks.edit'],
        [null, 'services'],
      ]),
    );
    expect(keys).toHaveLength(3);
  });

  it('is for admins alone', async () => {
    const manager = await api.as({ userType: 'manager', keys: ['setting', 'dashboard.admin'] });
    for (const endpoint of [auditLog.list, auditLog.total])
      expect(await manager.refused(endpoint, {})).toMatchObject({ httpStatus: 403, code: 'PERM_DENIED' });
    expect(await manager.refused(auditLog.export, { format: 'csv' })).toMatchObject({ httpStatus: 403 });
    expect(await manager.refused(auditLog.open, { no: 1 })).toMatchObject({ httpStatus: 403 });
  });
});

describe('the search of the audit log', () => {
  it('finds what was done to a named client, and what a named person did', async () => {
    const zara = await api.as({ name: 'Zara Quist' });
    const clientId = await makeClient(api.db, { entityId, crmId: admin.id, name: 'Windmill Bakery' });
    await zara.call(departments.create, { name: 'By Zara' });
    expect(await records('windmill')).toContain('Windmill Bakery');
    expect(await records('windmill')).not.toContain('By Zara');
    expect(await records('zara quist')).toContain('By Zara');
    expect(await records('nobody of this name')).toEqual([]);
    const { open } = clients;
    expect(await zara.call(open, { id: clientId })).toMatchObject({ name: 'Windmill Bakery' });
  });
});

describe('sign-ins in the audit log', () => {
  it('are in the same list, with browser, address and outcome', async () => {
    const person = await api.as({ userType: 'executive', name: 'Ezra' });
    const password = 'a long phrase of Ezra';
    await api.db
      .updateTable('appUser')
      .set({ passwordHash: await hashPassword(password), email: 'ezra@firm.test' })
      .where('id', '=', person.id)
      .execute();
    const nobody = callerOf(api.app, '', '');
    await nobody.refused(session.login, { email: 'ezra@firm.test', password: 'wrong' });
    await nobody.call(session.login, { email: 'ezra@firm.test', password });
    const rows = await list({ personId: person.id });
    expect(rows.map(told).slice(0, 2)).toEqual([
      ['Ezra', 'signedIn', 'signed_in', 'sign_in', undefined],
      ['Ezra', 'signInFailed', 'wrong_password', 'sign_in', undefined],
    ]);
    expect((await list({ act: 'signInFailed', personId: person.id })).map(({ action }) => action)).toEqual([
      'wrong_password',
    ]);
    expect((await list({ kind: 'sign_in', personId: person.id })).map(({ act }) => act)).toEqual([
      'signedIn',
      'signInFailed',
    ]);
    expect(await owner.call(auditLog.open, { no: rows[0]?.id ?? '' })).toMatchObject({
      address: '127.0.0.1',
      userAgent: expect.any(String),
      changes: [],
    });
  });
});

describe('downloads in the audit log', () => {
  it('are on record with what was asked for, before the file leaves', async () => {
    const dora = await api.as({ name: 'Dora' });
    const answer = await dora.inject(
      requestOf(clients.export, { format: 'csv', filter: { status: 'active' }, q: 'wind' }),
    );
    expect(answer.statusCode).toBe(200);
    const [row] = await downloads(dora.id);
    expect(told(row as AuditRow)).toEqual(['Dora', 'exported', 'clients.export', 'export', undefined]);
    expect((await owner.call(auditLog.open, { no: row?.id ?? '' })).changes).toEqual(
      expect.arrayContaining([
        { label: 'Search', before: null, after: { as: 'text', text: 'wind' } },
        { label: 'Filter · Status', before: null, after: { as: 'text', text: 'active' } },
      ]),
    );
  });

  it('are not on record if they were refused', async () => {
    const fay = await api.as({ userType: 'executive', name: 'Fay', keys: [] });
    await fay.refused(clients.export, { format: 'csv' });
    await admin.refused(auditLog.export, { format: 'pdf' });
    expect(await downloads(fay.id)).toEqual([]);
  });

  it('are refused while they cannot be recorded', async () => {
    const gil = await api.as({ name: 'Gil' });
    await api.ownerPool.query(`create function refuse_export() returns trigger language plpgsql as $$
      begin raise exception 'the log is full' using errcode = '53100'; end $$`);
    await api.ownerPool.query(`create trigger refuse_export before insert on audit_event for each row
      when (new.entity = 'export') execute function refuse_export()`);
    const answer = await gil.inject(requestOf(clients.export, { format: 'csv' }));
    await api.ownerPool.query('drop trigger refuse_export on audit_event; drop function refuse_export');
    expect(answer.statusCode).toBeGreaterThanOrEqual(500);
    expect(answer.body).not.toContain('Windmill');
    expect(await downloads(gil.id)).toEqual([]);
  });

  it('include that of the log itself', async () => {
    const hana = await api.as({ name: 'Hana' });
    const answer = await hana.inject(
      requestOf(auditLog.export, { format: 'csv', filter: { kind: 'service' } }),
    );
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('Price: 100.00 EUR → 120.50 EUR');
    expect((await downloads(hana.id)).map(({ action }) => action)).toEqual(['audit_log.export']);
  });
});

describe('refused attempts in the audit log', () => {
  it('show why they were refused', async () => {
    const ida = await api.as({ userType: 'manager', name: 'Ida', keys: [] });
    await ida.refused(departments.create, { name: 'No' });
    const [row] = await list({ act: 'refused', personId: ida.id });
    expect(told(row as AuditRow)).toEqual(['Ida', 'refused', 'departments.create', 'refusal', 'Ida']);
    expect((await owner.call(auditLog.open, { no: row?.id ?? '' })).changes).toEqual([
      {
        label: 'Refused because',
        before: null,
        after: { as: 'text', text: expect.stringContaining('permission') },
      },
    ]);
  });
});

describe('secrets in the audit log', () => {
  it('are nowhere: no password, code, link, token or hash', async () => {
    const person = await api.as({ name: 'Juno' });
    const password = 'heron over the harbour';
    const next = 'harbour under the heron';
    const passwordHash = await hashPassword(password);
    await api.db.updateTable('appUser').set({ passwordHash }).where('id', '=', person.id).execute();
    const { secret } = await person.call(account.beginTotp, { password });
    const { recoveryCodes } = await person.call(account.confirmTotp, { otp: codeOf(secret) });
    await person.call(account.changePassword, { current: password, next });
    const { rows } = await api.ownerPool.query<{ secret: string }>(
      `select password_hash as secret from app_user where id = $1
       union all select encode(token_hash, 'hex') from session where user_id = $1`,
      [person.id],
    );
    const secrets = [
      password,
      next,
      secret,
      passwordHash,
      person.token,
      ...recoveryCodes,
      ...rows.map((row) => row.secret),
    ];
    const exported = await owner.inject(requestOf(auditLog.export, { format: 'csv' }));
    const lines = await list({ personId: person.id }, { pageSize: 100 });
    const opened = await Promise.all(lines.map(({ id }) => owner.call(auditLog.open, { no: id })));
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['auth.changePassword', 'auth.confirmTotp']),
    );
    const shown = exported.body + JSON.stringify(opened);
    expect(secrets.filter((one) => shown.includes(one))).toEqual([]);
  });

  it('are in no column that a trigger of the log copies', async () => {
    const { rows } = await api.ownerPool.query<{ column: string }>(
      `select c.relname || '.' || a.attname as column
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where p.proname in ('audit_change', 'audit_made', 'audit_series_part')
         and a.attname ~ 'passphrase|password|secret|token|hash|totp|credential|private'
         and position(a.attname in encode(t.tgargs, 'escape')) = 0 order by 1`,
    );
    // Whether there is one, when it changed, and for whom it is required.
    expect([...new Set(rows.map(({ column }) => column))]).toEqual([
      'app_user.has_totp',
      'app_user.must_change_password',
      'app_user.password_changed_at',
      'backup_setting.bucket_secret_set_at',
      'backup_setting.passphrase_set_at',
      'mail_setting.password_set_at',
      'sign_in_policy.totp_required',
    ]);
  });
});

describe('the words of the audit log', () => {
  it.each(languages)('in %s name every column that can be in it', async (language) => {
    const { auditWords } = await import('./audit-wording.ts');
    const { writtenFields } = await import('./audit-changes.rules.ts');
    const { rows } = await api.ownerPool.query<{ name: string }>(
      `select distinct a.attname as name
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where p.proname in ('audit_change', 'audit_made', 'audit_series_part')
         and a.attname not in ('search_text', 'search_grams', 'updated_at', 'updated_by', 'created_at', 'created_by')
         and position(a.attname in encode(t.tgargs, 'escape')) = 0`,
    );
    const shown = writtenFields({ after: Object.fromEntries(rows.map(({ name }) => [name, 'x'])) });
    expect(shown.length).toBeGreaterThan(300);
    expect(shown.filter((name) => auditWords(language).knownLabel(name) === null)).toEqual([]);
  });

  it('know every table that has a trigger of the log', async () => {
    const { auditedTables } = await import('./audited-tables.ts');
    const { rows } = await api.ownerPool.query<{ name: string }>(
      `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
       join pg_proc p on p.oid = t.tgfoid where p.proname ~ '^audit_(change|made|lines|holidays|series_part)$'`,
    );
    const written = ['client_data', 'export', 'refusal', 'session'];
    expect(Object.keys(auditedTables).toSorted()).toEqual(
      [...rows.map(({ name }) => name), ...written].toSorted(),
    );
  });
});
