import { strFromU8, unzipSync } from 'fflate';
import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import { encoded } from '../../../../test/files/encoded.ts';
import { textsOf } from '../../../../test/files/read-cells.ts';
import { dryRun, openImportDesk } from '../../../../test/fixtures/import-fixture.ts';
import type { ImportDesk } from '../../../../test/fixtures/import-fixture.ts';
import { requestOf } from '../../../http/request-of.ts';

let { api, admin, crm, entityId } = {} as ImportDesk;
beforeAll(async () => {
  ({ api, admin, crm, entityId } = await openImportDesk());
});
afterAll(() => api.stop());

const french = {
  headings: ['Code', 'Nom du client', 'Chargé de clientèle', 'E-mail', 'SIREN'],
  name: 'Société « Noël », Orléans; fils',
};
const japanese = {
  headings: ['コード', '取引先名', '顧客担当', 'メール', 'SIREN'],
  name: '山田商店; 東京, 本店',
};

it.each(['Payment days', '付款天数', 'Délai de règlement', '支払日数'])(
  'a refused cell is shown with its value, and a new client with what it gets by default; %s is a known heading',
  async (heading) => {
    const rows = [
      ['Name', heading, 'RM', 'Tax treatment'],
      ['Fine', '45', '', ''],
      ['Wrong', 'soon', 'Nobody Known', ''],
    ];
    const rules = { kind: 'company', taxTreatment: 'consumer', crmId: crm.id, defaultEntityId: entityId };
    const { id } = await dryRun(admin, rows, { does: 'new', ...rules });
    const [fine, wrong] = (await admin.call(clientImports.rows, { id, filter: {} })).rows;
    expect(fine).toMatchObject({ state: 'new', faults: [] });
    expect(fine?.defaults.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Kind: Company',
      'Tax treatment: Consumer',
      'Relationship manager: Rose Manager',
      'Billing entity: Our firm',
      'Currency: EUR',
      'Language of documents: English',
      'Work is billable: Yes',
      'Payment reminders: On',
    ]);
    expect(wrong?.defaults).toEqual([]);
    expect(wrong?.faults.map(({ label, value }) => [label, value])).toEqual([
      ['Relationship manager', 'Nobody Known'],
      ['Payment terms (days)', 'soon'],
    ]);
    const result = await admin.inject(requestOf(clientImports.result, { id }));
    expect(textsOf(result.rawPayload).join('\n')).toContain(
      'Payment terms (days) “soon”: This is not in the expected format',
    );
  },
);

it('the template lists the allowed values of each column that has some', async () => {
  const { rawPayload } = await admin.inject(requestOf(clientImports.template, {}));
  const lists = strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet2.xml'] ?? new Uint8Array());
  for (const value of ['Kind', 'Company', 'Currency', 'JPY', 'Address 1: Country', 'FR', 'IN-MH'])
    expect(lists).toContain(`<t xml:space="preserve">${value}</t>`);
});

it('a name may end in a character of two units, and a cell that is cut within one is refused as too long', async () => {
  const rules = {
    kind: 'company',
    taxTreatment: 'consumer',
    crmId: crm.id,
    defaultEntityId: entityId,
  } as const;
  const rows = [
    ['Name', 'Notes'],
    [`${'x'.repeat(199)}😀`, ''],
    ['Long note', `${'x'.repeat(5_000)}😀`],
    ['Fine 😀', '😀'],
  ];
  const { id, counts } = await dryRun(admin, rows, { does: 'new', ...rules });
  expect(counts).toMatchObject({ new: 2, refused: 1 });
  const page = await admin.call(clientImports.rows, { id, filter: {} });
  expect(page.rows[0]?.name).toBe(`${'x'.repeat(199)}😀`);
  expect(page.rows.map(({ faults }) => faults.map(({ field, code }) => `${field} ${code}`))).toEqual([
    [],
    ['notes TOO_LONG'],
    [],
  ]);
});

it.each([
  ['UTF-8', ',', french],
  ['UTF-8', '\t', japanese],
  ['UTF-8 with a mark', ';', french],
  ['UTF-16', '\t', japanese],
  ['UTF-16', ';', french],
  ['Shift_JIS', ',', japanese],
  ['windows-1252', ';', french],
] as const)(
  'a CSV in %s with "%s" shows exactly its faults',
  async (encoding, separator, { headings, name }) => {
    const rows = [
      [...headings],
      ['A1', `${name} "two"\nlines`, 'Rose Manager', 'a@client.example', '732829320'],
      ['A2', name, 'Rose Manager', 'not an address', ''],
      ['A3', name, 'Nobody Known', 'c@client.example', '123456789'],
      ['a1', name, 'Rose Manager', 'd@client.example', ''],
      ['A5', '', 'Rose Manager', 'e@client.example', '123456789'],
      ['A6', 'Plain', 'Rose Manager', 'f@client.example', '123456789'],
    ];
    const text = rows
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
      .join('\r\n');
    const rules = {
      kind: 'company',
      taxTreatment: 'consumer',
      crmId: crm.id,
      defaultEntityId: entityId,
    } as const;
    const { id } = await dryRun(admin, encoded[encoding](text), rules);
    const page = await admin.call(clientImports.rows, { id, filter: {}, pageSize: 100 });
    expect(page.rows[0]?.name).toBe(`${name} "two"\nlines`);
    expect(
      page.rows.map((row) => [
        Number(row.id),
        row.state,
        row.faults.map(({ field, code }) => `${field} ${code}`),
        row.warnings.flatMap(({ code }) => (code === 'CHECKSUM' ? code : [])),
      ]),
    ).toEqual([
      [2, 'new', [], []],
      [3, 'refused', ['contact1.email EMAIL_INVALID'], []],
      [4, 'refused', ['crm REFERENCE_UNKNOWN'], ['CHECKSUM']],
      [5, 'refused', ['code TWICE'], []],
      [6, 'refused', ['name REQUIRED'], ['CHECKSUM']],
      [7, 'new', [], ['CHECKSUM']],
    ]);
  },
);
