import { strFromU8, unzipSync } from 'fflate';
import { auditLog } from '@daybook/contracts/audit-log/audit-log';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoiceJobs } from '@daybook/contracts/billing/invoices/invoice-jobs';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { trialBalances } from '@daybook/contracts/billing/journal/journal';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { priceRises } from '@daybook/contracts/crm/price-rises/price-rises';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import { textsOf } from '@daybook/contracts/server-texts';
import { exponentOf } from '@daybook/contracts/money/currency';
import { routes } from '../../src/routes.ts';
import { effort } from '../effort.ts';
import { cellsOf } from '../files/read-cells.ts';
import { startDemoApi } from '../demo-firm.ts';
import { callerOf } from '../test-api.ts';
import type { Caller, TestApi } from '../test-api.ts';
import { openSession } from '../../src/auth/sessions.ts';
import { requestOf } from '../../src/http/request-of.ts';

let api: TestApi;
let admin: Caller;
/** A ledger and a trial balance need a client and an entity. */
let whose: Record<string, object>;

beforeAll(async () => {
  api = await startDemoApi();
  const { rows } = await api.ownerPool.query<{ id: string }>(
    `select id from app_user where user_type = 'super_admin' limit 1`,
  );
  admin = callerOf(api.app, rows[0]?.id ?? '', await openSession(api.db, rows[0]?.id ?? '', 'test'));
  const { rows: ledgers } = await api.ownerPool.query<Record<string, string>>(
    `select client_id as "clientId", entity_id as "entityId", currency from invoice_state
     where number <> '' order by issue_date limit 1`,
  );
  const { rows: held } = await api.ownerPool.query<Record<string, string>>(
    `select user_id as "personId", entity_id as "entityId", currency from journal_line where user_id is not null limit 1`,
  );
  const { rows: groups } = await api.ownerPool.query<{ groupId: string }>(
    `with made as (insert into client_group (id, name) values (gen_random_uuid(), 'Exported') returning id)
     update client set group_id = made.id from made where client.id = $1 returning group_id as "groupId"`,
    [ledgers[0]?.['clientId']],
  );
  const { id: riseId } = (await admin.call(priceRises.list, {})).rows[0] ?? { id: '' };
  const { id: invoiceId } = (await admin.call(invoices.list, {})).rows[0] ?? { id: '' };
  const asOf = '2026-06-15';
  const year = { from: '2025-06-16', to: asOf };
  whose = {
    '/jobs/:id/items/export': await admin.call(invoiceJobs.pdf, { ids: [invoiceId] }),
    '/price-rises/:id/items/export': { id: riseId },
    '/client-ledgers/export': { ...ledgers[0], asOf },
    '/group-ledgers/export': { ...ledgers[0], ...groups[0], asOf, clientId: undefined },
    '/follow-ups/clients/:id/history/export': { id: ledgers[0]?.['clientId'] },
    '/trial-balance/export': { entityId: ledgers[0]?.entityId, asOf },
    '/collection-report/export': { filter: { ...year, by: 'service', thenBy: 'mode' } },
    '/collection-report/receipts/export': { filter: year },
    '/user-ledgers/lines/export': { ...held[0], asOf },
    '/own-ledger/lines/export': { ...held[0], personId: undefined, asOf },
    '/attribution/export': year,
  };
});
afterAll(() => api.stop());

const files = routes.map(({ endpoint }) => endpoint).filter(({ path }) => path.endsWith('/export'));

const asked = (endpoint: Endpoint, language: Language, format: 'csv' | 'xlsx') =>
  admin.inject(
    requestOf(
      endpoint,
      { ...whose[endpoint.path], format },
      { headers: { 'accept-language': `${language}-XX,en;q=0.5` } },
    ),
  );

/** The header and the rows of a file. */
async function tableOf(endpoint: Endpoint, language: Language): Promise<[string[], ...string[][]]> {
  const answer = await asked(endpoint, language, 'csv');
  if (answer.statusCode !== 200) throw new Error(`${endpoint.path}: ${answer.body}`);
  const [head = '', ...rest] = answer.body.replace('\uFEFF', '').split('\r\n');
  const heads = cellsOf(head, ',');
  const cells = cellsOf(rest.join('\r\n'), ',').slice(0, -1);
  const rows = Array.from({ length: cells.length / heads.length }, (_none, index) =>
    cells.slice(index * heads.length, (index + 1) * heads.length),
  );
  return [heads, ...rows];
}

const english = new Map<Endpoint, ReturnType<typeof tableOf>>();

/** The English file, written once for all comparisons with another language. */
function englishOf(endpoint: Endpoint): ReturnType<typeof tableOf> {
  const table = english.get(endpoint) ?? tableOf(endpoint, 'en');
  english.set(endpoint, table);
  return table;
}

const recordsOf = async (endpoint: Endpoint, language: Language) => {
  const [heads, ...rows] = await tableOf(endpoint, language);
  return rows.map((row) => new Map(heads.map((head, index) => [head, row[index] ?? ''])));
};

const wordFor = ({ headers, taxComponent }: (typeof exportTexts)['en'], key: string) =>
  headers[key as keyof typeof headers] ?? taxComponent[key];

/** Whether the headings are those of the same column of a tax register. */
function areOfTaxSheet(english: string | undefined, head: string, language: Language): boolean {
  const sheets = textsOf('taxSheets');
  const said = new Map(Object.entries(sheets[language].columns));
  return Object.entries(sheets.en.columns).some(([key, word]) => word === english && said.get(key) === head);
}

const spread = effort(3, 1);

/** In CI each file is read in one of the other languages, `pnpm nightly` reads it in all of them. */
const languagesFor = (endpoint: Endpoint) =>
  (['zh', 'fr', 'ja'] as const).filter((_language, nth) => (nth + files.indexOf(endpoint)) % spread === 0);

describe.each(files.map((endpoint) => [endpoint.path, endpoint] as const))('%s', (_path, endpoint) => {
  it.each(languagesFor(endpoint))('has its headings and codes in words of %s', async (language) => {
    const [englishHeads] = await englishOf(endpoint);
    const [heads, ...rows] = await tableOf(endpoint, language);
    const { headers, taxComponent, ...groups } = exportTexts[language];
    const keys = [...Object.keys(headers), ...Object.keys(taxComponent)];
    // The same in every language.
    const parts = new Set(['CGST', 'SGST', 'UTGST', 'IGST']);
    const unsaid = heads.filter(
      (head, index) =>
        !parts.has(head) &&
        !areOfTaxSheet(englishHeads[index], head, language) &&
        // A bucket: the days that it covers.
        !/^(?:\d+–\d+|> \d+)$/.test(head) &&
        !keys.some(
          (key) =>
            wordFor(exportTexts.en, key) === englishHeads[index] &&
            wordFor(exportTexts[language], key) === head,
        ),
    );
    expect(unsaid).toEqual([]);
    expect(heads).toHaveLength(englishHeads.length);
    const words = new Set(Object.values(groups).flatMap((group) => Object.values<string>(group)));
    const codes = new Set(
      Object.values(groups)
        .flatMap((group) => Object.keys(group))
        .filter((code) => /[a-z]{2}/.test(code) && !words.has(code)),
    );
    // The audit log has what was written, also the ids of records without a name.
    const id = endpoint === auditLog.export ? /(?!)/ : /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/;
    const bare = rows
      .flat()
      .filter((cell) => codes.has(cell) || id.test(cell) || /^(true|false)$/.test(cell));
    expect(bare).toEqual([]);
  });
});

it('has rows in every list of money', async () => {
  const filled: string[] = [];
  for (const endpoint of files) if ((await englishOf(endpoint)).length > 1) filled.push(endpoint.path);
  const money = ['invoices', 'receipts', 'credit-notes', 'expenses', 'pending-invoices', 'journal'];
  const named = [
    ...money,
    'trial-balance',
    'client-ledgers',
    'collection-report',
    'clients',
    'tasks',
    'enquiries',
  ];
  expect(filled).toEqual(expect.arrayContaining(named.map((name) => `/${name}/export`)));
});

const { headers: en } = exportTexts.en;
const figure = (amount: number, currency: string) =>
  (amount / 10 ** exponentOf(currency)).toFixed(exponentOf(currency));

const figures = [
  'net',
  'tax',
  'rounding',
  'total',
  'prepaid',
  'payable',
  'credited',
  'writtenOff',
  'paid',
  'outstanding',
] as const;

it('has the figures of each invoice as the record has them', async () => {
  const rows = await recordsOf(invoices.export, 'en');
  const { rows: ids } = await api.ownerPool.query<{ id: string; number: string }>(
    `select invoice_id as id, number from invoice_state where number <> ''`,
  );
  expect(rows.filter((row) => row.get(en.number) !== '')).toHaveLength(ids.length);
  for (const { id, number } of ids) {
    const invoice = await admin.call(invoices.open, { id });
    const row = rows.find(
      (one) => one.get(en.number) === number && one.get(en.entity) === invoice.entity.label,
    );
    const inFile = Object.fromEntries(figures.map((name) => [name, row?.get(en[name])]));
    const onRecord = Object.fromEntries(
      figures.map((name) => [name, figure(invoice[name], invoice.currency)]),
    );
    expect({ number, poNo: row?.get(en.poNo), ...inFile }).toEqual({
      number,
      poNo: invoice.poNo ?? '',
      ...onRecord,
    });
    const parts = invoice.taxGroups.flatMap(({ components }) => components);
    const byName = Map.groupBy(parts, ({ name }) => exportTexts.en.taxComponent[name] ?? name);
    for (const [name, taxes] of byName)
      expect(row?.get(name)).toBe(
        figure(
          taxes.reduce((sum, { tax }) => sum + tax, 0),
          invoice.currency,
        ),
      );
  }
});

it('has the base currency figures of the books', async () => {
  const balances = await recordsOf(trialBalances.export, 'en');
  const entity = balances[0]?.get(en.entity);
  // The tax of advances is that of receipts.
  const taxed = balances.filter((row) => /^Output (?!.*advances)/.test(row.get(en.accountName) ?? ''));
  const inBooks = taxed.reduce((sum, row) => sum + Number(row.get(en.credit)) - Number(row.get(en.debit)), 0);
  const ofEntity = async (endpoint: Endpoint) =>
    (await recordsOf(endpoint, 'en'))
      .filter((row) => row.get(en.entity) === entity && row.get(en.voidDate) === '')
      .reduce((sum, row) => sum + Number(row.get(en.taxInBase)), 0);
  const inFiles = (await ofEntity(invoices.export)) - (await ofEntity(creditNotes.export));
  expect(inBooks).toBeGreaterThan(0);
  expect(inFiles.toFixed(2)).toBe(inBooks.toFixed(2));
});

it('has the PDF of each receipt, and the withheld tax by section', async () => {
  const rows = await recordsOf(receipts.export, 'ja');
  const { headers, mode } = exportTexts.ja;
  const { rows: ids } = await api.ownerPool.query<{ id: string }>(`select id from receipt`);
  expect(rows).toHaveLength(ids.length);
  for (const { id } of ids) {
    const receipt = await admin.call(receipts.open, { id });
    const row = rows.find(
      (one) => one.get(headers.number) === receipt.number && one.get(headers.entity) === receipt.entity.label,
    );
    expect(row?.get(headers.mode)).toBe(mode[receipt.mode]);
    expect(row?.get(headers.chequeNo)).toBe(receipt.instrumentNo ?? '');
    expect(row?.get(headers.chequeBank)).toBe(receipt.instrumentBank ?? '');
    expect(row?.get(headers.chequeDate)).toBe(receipt.instrumentDate ?? '');
    expect(row?.get(headers.withheld)).toBe(figure(receipt.withheld, receipt.currency));
    expect(row?.get(headers.unallocated)).toBe(figure(receipt.unallocated, receipt.currency));
    expect(row?.get(headers.section)).toContain(receipt.withholdingSection ?? '');
  }
});

it('has a second sheet with the tax by rate, and real dates', async () => {
  const book = unzipSync((await asked(invoices.export, 'zh', 'xlsx')).rawPayload);
  const partOf = (name: string) => strFromU8(book[name] ?? new Uint8Array());
  const { sheet } = exportTexts.zh;
  expect(partOf('xl/workbook.xml')).toContain(`name="${sheet.invoices}"`);
  expect(partOf('xl/workbook.xml')).toContain(`name="${sheet.taxByRate}"`);
  expect(partOf('xl/styles.xml')).toContain('yyyy-mm-dd');
  const { rows } = await api.ownerPool.query<{ groups: string }>(
    'select sum(jsonb_array_length(tax_groups)) as groups from invoice',
  );
  const lines = partOf('xl/worksheets/sheet2.xml').match(/<row /g) ?? [];
  expect(lines).toHaveLength(1 + Number(rows[0]?.groups));
});
