import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { acmeOf } from '../../../../test/acme.ts';
import { soak } from '../../../../test/effort.ts';
import {
  doWaiting,
  dryRun,
  openImportDesk,
  rowsOf,
  runWhole,
} from '../../../../test/fixtures/import-fixture.ts';
import type { ImportDesk } from '../../../../test/fixtures/import-fixture.ts';
import { tableContents } from '../../../../test/fixtures/table-contents.ts';
import { importWorkbook, kindsOfExcelFaults } from '../../../../test/import-in-excel.ts';

let { api, admin, crm, entityId, firm } = {} as ImportDesk;
beforeAll(async () => {
  ({ api, admin, crm, entityId, firm } = await openImportDesk());
});
afterAll(() => api.stop());

const countClients = async (): Promise<number> => {
  const { rows } = await api.ownerPool.query<{ many: string }>('select count(*) as many from client');
  return Number(rows[0]?.many);
};

/** What an import leaves beside the records: its own rows and results, what people were told, and what is true of every request. */
const leftByImports = [
  'audit_event',
  'audit_seal',
  'import',
  'import_row',
  'import_heading',
  'job',
  'job_item',
];
const leftByRequests = ['notification', 'idempotency_key', 'session', 'upload_day'];
const contents = () => tableContents(api.ownerPool, [...leftByImports, ...leftByRequests]);

/** Codes of clients that are also the former codes of others. */
async function makeTakenCodes(many: number): Promise<string[]> {
  const { acme } = acmeOf(crm.id, entityId);
  const codes: string[] = [];
  for (let no = 1; no <= many; no += 1) {
    const first = await admin.call(clients.create, { ...acme(), name: `First ${no}` });
    const second = await admin.call(clients.create, { ...acme(), name: `Second ${no}` });
    await api.ownerPool.query(`update client set old_code = $1 where id = $2`, [first.code, second.id]);
    codes.push(first.code);
  }
  return codes;
}

describe('a workbook of many rows with 137 faults of twenty-eight kinds', () => {
  const size = soak(500, 10_000);

  it('shows exactly these in the dry run, imports the others once, and leaves no trace when it is undone', async () => {
    expect(kindsOfExcelFaults).toBe(28);
    const taken = await makeTakenCodes(5);
    const { file, refused, misspelt } = importWorkbook(size, 137, firm, { seed: 1, is1904: true, taken });
    const before = await contents();
    const checked = await dryRun(admin, file);
    expect(checked.counts).toMatchObject({ new: size - 137, changed: 0, same: 0, refused: 137 });
    const saidOf = async (filter: object) =>
      new Map((await rowsOf(admin, checked.id, filter)).map((row) => [Number(row.id), row]));
    const said = await saidOf({ state: 'refused' });
    expect(
      new Map([...said].map(([no, { faults }]) => [no, faults.map(({ field, code }) => ({ field, code }))])),
    ).toEqual(new Map([...refused].toSorted(([a], [b]) => a - b)));
    // Every reason is in words.
    const faults = [...said.values()].flatMap((row) => row.faults);
    expect(faults.filter(({ code, message }) => message === code)).toEqual([]);
    const warned = [...(await saidOf({ state: 'new', warned: true }))].flatMap(([no, { warnings }]) =>
      warnings.some(({ field, code }) => field === 'registration.FR:SIREN' && code === 'CHECKSUM') ? no : [],
    );
    expect(warned).toEqual(misspelt);

    const all = await admin.refused(clientImports.run, { id: checked.id }, { version: checked.version });
    expect(all.code).toBe('IMPORT_HAS_REFUSED');
    expect(await contents()).toEqual(before);
    const done = await runWhole(api, admin, checked, true);
    expect(done).toMatchObject({
      status: 'done',
      outcomes: { made: size - 137, refused: 137 },
      onlyValid: true,
    });
    expect(await countClients()).toBe(size - 137 + 10);
    // The first row of the clients, which has no fault.
    const named = (await admin.call(clients.list, { q: 'K1', pageSize: 100 })).rows;
    const k1 = named.find(({ name }) => name === 'Client number 1');
    expect(await admin.call(clients.open, { id: k1?.id ?? '' })).toMatchObject({
      remindersPausedUntil: '2030-01-31',
      notes: 'Was K1',
      paymentTermsDays: 45,
      creditLimit: 123_450,
    });

    const written = await contents();
    const again = await dryRun(admin, file);
    expect(again.counts).toMatchObject({ new: 0, changed: 0, same: size - 137, refused: 137 });
    expect((await runWhole(api, admin, again, true)).outcomes).toMatchObject({ made: 0, changed: 0 });
    expect(await contents()).toEqual(written);

    const result = await admin.inject({ url: `/api/v1/client-imports/${done.id}/result` });
    expect([result.statusCode, result.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);

    await admin.call(clientImports.undo, { id: done.id });
    await doWaiting(api);
    expect(await admin.call(clientImports.open, { id: done.id })).toMatchObject({
      status: 'undone',
      undone: size - 137,
      kept: 0,
    });
    expect(await contents()).toEqual(before);
    const { rows: told } = await api.ownerPool.query(
      `select kind, params ->> 'count' as count from notification
       where user_id = $1 and kind like 'client%' and params ? 'import'`,
      [crm.id],
    );
    expect(told).toEqual([{ kind: 'clients_assigned', count: `${size - 137}` }]);
  });
});

const heads = ['Code', 'Name', 'E-mail', 'Phone', 'Payment terms (days)', 'Group', 'SIREN'];
const defaults = async (rules: object = {}) => ({
  kind: 'company' as const,
  taxTreatment: 'registered' as const,
  crmId: crm.id,
  defaultEntityId: entityId,
  ...rules,
});
const importRows = async (rows: readonly (readonly string[])[], rules: object = {}, caller = admin) =>
  runWhole(api, caller, await dryRun(caller, [heads, ...rows], await defaults(rules)), true);

describe('an import', () => {
  it('finds clients by their code in a previous system, which they keep and are searched by', async () => {
    await importRows([['OLD-1', 'First client', 'first@client.example', '', '30', '', '']]);
    const found = await admin.call(clients.list, { q: 'old-1' });
    expect(found.rows).toMatchObject([{ name: 'First client' }]);
    const client = await admin.call(clients.open, { id: found.rows[0]?.id ?? '' });
    expect(client).toMatchObject({ oldCode: 'OLD-1', paymentTermsDays: 30 });

    const changed = await dryRun(
      admin,
      [heads, ['old-1', 'First client', '', '+33611223344', '60', '', '']],
      await defaults(),
    );
    const [row] = await rowsOf(admin, changed.id);
    expect(row).toMatchObject({ state: 'changed', record: { id: client.id } });
    expect(row?.changes.map(({ label, before, after }) => [label, before, after])).toEqual([
      ['Payment terms (days)', '30', '60'],
      ['Contact 2: Name', '', '+33611223344'],
      ['Contact 2: Phone', '', '+33611223344'],
    ]);
    await runWhole(api, admin, changed);
    expect(await admin.call(clients.open, { id: client.id })).toMatchObject({
      oldCode: 'OLD-1',
      paymentTermsDays: 60,
      contacts: [{ email: 'first@client.example' }, { phone: '+33611223344' }],
    });

    await admin.call(clientImports.undo, { id: changed.id });
    await doWaiting(api);
    const back = await admin.call(clients.open, { id: client.id });
    expect(back).toMatchObject({ paymentTermsDays: 30, version: 3 });
    expect(back.contacts).toHaveLength(1);
  });

  it('shows what changes in the words of the reader', async () => {
    const words = ['Code', 'Name', 'Work is billable', 'Language of documents', 'Contact 1: Role', 'E-mail'];
    const wordsOf = async (cells: string[]) =>
      runWhole(api, admin, await dryRun(admin, [words, cells], await defaults()));
    await wordsOf(['OLD-W', 'Words', 'yes', 'English', 'Billing', 'ann@words.example']);
    const changed = await dryRun(
      admin,
      [words, ['OLD-W', 'Words', 'no', 'fr', 'Billing; Tax', 'ann@words.example']],
      await defaults(),
    );
    const changesIn = async (language: 'en' | 'ja') => {
      const page = await admin.call(
        clientImports.rows,
        { id: changed.id },
        { headers: { 'accept-language': language } },
      );
      return page.rows[0]?.changes.map(({ before, after }) => [before, after]);
    };
    expect(await changesIn('en')).toEqual([
      ['English', 'Français'],
      ['Yes', 'No'],
      ['Billing', 'Billing; Tax'],
    ]);
    expect(await changesIn('ja')).toEqual([
      ['English', 'Français'],
      ['はい', 'いいえ'],
      ['請求', '請求; 税務'],
    ]);
  });

  it('keeps what an empty cell would empty, or clears it', async () => {
    await importRows([['OLD-2', 'Second', 'second@client.example', '', '15', '', '']]);
    const empty = [['OLD-2', 'Second', '', '', '', '', '']];
    expect((await importRows(empty)).outcomes).toMatchObject({ changed: 0, same: 1 });
    const cleared = await importRows(empty, { empty: 'clear' });
    expect(cleared.outcomes).toMatchObject({ changed: 1 });
    const [found] = (await admin.call(clients.list, { q: 'OLD-2' })).rows;
    const client = await admin.call(clients.open, { id: found?.id ?? '' });
    expect(client).toMatchObject({ contacts: [], registrations: [], paymentTermsDays: 30 });
  });

  it('warns of what may be the same client, of a group that it makes, and of a wrong check digit', async () => {
    await importRows([['OLD-3', 'Third', 'third@client.example', '+33699887766', '', '', '732829320']]);
    const { id, counts } = await dryRun(
      admin,
      [
        heads,
        ['NEW-3', 'THIRD', 'third@client.example', '+33699887766', '', 'New group', '732829320'],
        ['NEW-4', 'Third', '', '', '', '', '123456789'],
      ],
      await defaults(),
    );
    expect(counts).toMatchObject({ new: 2, warned: 2 });
    const warned = (await rowsOf(admin, id)).map(({ warnings }) =>
      warnings.map(({ code }) => code).toSorted(),
    );
    expect(warned).toEqual([
      ['GROUP_MADE', 'SAME_EMAIL', 'SAME_NAME', 'SAME_PHONE', 'SAME_REGISTRATION'],
      ['CHECKSUM', 'SAME_NAME', 'SAME_NAME_IN_FILE'],
    ]);
  });

  it('makes no second client of a row without any key when the file comes again', async () => {
    const row = [['', 'Without a key', '', '', '', '', '']];
    expect((await importRows(row)).outcomes).toMatchObject({ made: 1 });
    expect((await importRows(row)).outcomes).toMatchObject({ made: 0, same: 1 });
  });

  it('does what the person saw or nothing', async () => {
    await importRows([['OLD-5', 'Fifth', '', '', '15', '', '']]);
    const seen = await dryRun(admin, [heads, ['OLD-5', 'Fifth', '', '', '20', '', '']], await defaults());
    await importRows([['OLD-5', 'Fifth', '', '', '25', '', '']]);
    const done = await runWhole(api, admin, seen);
    expect(done.outcomes).toMatchObject({ changed: 0, refused: 1 });
    const [row] = await rowsOf(admin, seen.id);
    expect(row?.faults.map(({ code }) => code)).toEqual(['CHANGED_SINCE']);
    const stale = await admin.refused(clientImports.run, { id: seen.id }, { version: seen.version });
    expect(stale.code).toBe('VERSION_CONFLICT');
  });

  it('keeps a client that someone has used or changed since, when it is undone', async () => {
    const done = await importRows([
      ['OLD-6', 'Sixth', '', '', '', '', ''],
      ['OLD-7', 'Seventh', '', '', '', '', ''],
    ]);
    const [sixth] = (await admin.call(clients.list, { q: 'OLD-6' })).rows;
    await api.db
      .updateTable('client')
      .set({ version: 2, notes: 'Ours' })
      .where('id', '=', sixth?.id ?? '')
      .execute();
    await admin.call(clientImports.undo, { id: done.id });
    await doWaiting(api);
    expect((await rowsOf(admin, done.id)).map(({ undo, undoReason }) => [undo, undoReason])).toEqual([
      ['kept', 'Someone has used or changed it since'],
      ['undone', null],
    ]);
    expect((await admin.refused(clientImports.undo, { id: done.id })).code).toBe('IMPORT_NOT_UNDONE');
  });

  it('remembers the mapping of a heading for the firm', async () => {
    const odd = ['Kundennummer', 'Firma'];
    const file = [odd, ['X1', 'Odd company']];
    const first = await dryRun(admin, file, await defaults({ does: 'new' })).catch(() => null);
    expect(first?.columns).toEqual([null, null]);
    await admin.call(clientImports.check, {
      id: first?.id ?? '',
      columns: ['code', 'name'],
      rules: await defaults(),
    });
    expect((await dryRun(admin, file, await defaults())).columns).toEqual(['code', 'name']);
  });
});

describe('someone with a narrow scope', () => {
  it('becomes relationship manager of what they import, and finds nobody else’s client', async () => {
    await importRows([['OLD-8', 'Eighth', '', '', '', '', '']]);
    const keys = ['clients.import', 'clients.view'] as const;
    const rose = await api.as({ userType: 'crm', scope: 'own', keys: [...keys] });
    const rules = await defaults();
    const checked = await dryRun(
      rose,
      [heads, ['OLD-8', 'Eighth', '', '', '', '', ''], ['OLD-9', 'Ninth', '', '', '', '', '']],
      rules,
    );
    const rows = await rowsOf(rose, checked.id);
    expect(rows.map(({ state, faults, record }) => [state, faults.map(({ code }) => code), record])).toEqual([
      ['refused', ['NOT_FOUND'], null],
      ['new', [], null],
    ]);
    await runWhole(api, rose, checked, true);
    const mine = (await rose.call(clients.list, {})).rows;
    expect(mine).toMatchObject([{ name: 'Ninth', crm: { id: rose.id } }]);

    // The same client changes only with the permission to edit, and a credit limit only with one that shows money.
    const change = await dryRun(rose, [heads, ['OLD-9', 'Ninth again', '', '', '', '', '']], rules);
    expect((await rowsOf(rose, change.id))[0]?.faults.map(({ code }) => code)).toEqual(['PERM_DENIED']);
    const limit = await dryRun(
      rose,
      [
        ['Code', 'Name', 'Credit limit'],
        ['OLD-10', 'Tenth', '100'],
      ],
      rules,
    );
    expect((await rowsOf(rose, limit.id))[0]?.faults).toMatchObject([
      { field: 'creditLimit', code: 'PERM_DENIED' },
    ]);
    expect((await crm.refused(clientImports.open, { id: limit.id })).httpStatus).toBe(403);
    const other = await api.as({ userType: 'manager', scope: 'all', keys: [...keys] });
    expect((await other.refused(clientImports.open, { id: limit.id })).code).toBe('NOT_FOUND');
  });
});
