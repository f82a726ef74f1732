import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { archiveBomb } from '../../../test/files/archive-bomb.ts';
import { sheetXml, workbookFile } from '../../../test/files/workbooks.ts';
import type { TestSheet } from '../../../test/files/workbooks.ts';
import { readFileApart } from './read-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-import-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const most = { rows: 20_001, columns: 200 };
const headings = ['name', 'email', '名称', '顧客名', 'raisonsociale', '客户名称'];

const read = (bytes: Buffer) => {
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  return readFileApart({ path, most, headings });
};
const rowsOf = async (bytes: Buffer) => {
  const answer = await read(bytes);
  if ('refused' in answer) throw new Error(answer.refused);
  return answer.table.rows.map(({ cells }) => cells);
};
const refusedAs = async (bytes: Buffer) => {
  const answer = await read(bytes);
  return 'refused' in answer ? answer.refused : 'read';
};
const sheet = (...rows: TestSheet['rows'][number][]): TestSheet => ({ name: 'Clients', rows });

describe('a CSV', () => {
  it.each([
    ['commas and quotes', Buffer.from('Name,Note\r\n"Smith, ""Jo""","two\nlines"\r\n')],
    ['semicolons', Buffer.from('\uFEFFName;Note\n"Smith, ""Jo""";"two\nlines"')],
    ['tabs in UTF-16', Buffer.from('\uFEFFName\tNote\n"Smith, ""Jo"""\t"two\nlines"\n', 'utf16le')],
  ])('is read with %s', async (_what, bytes) => {
    expect(await rowsOf(bytes)).toEqual([
      ['Name', 'Note'],
      ['Smith, "Jo"', 'two\nlines'],
    ]);
  });

  it('is separated by what makes its rows equally long, though addresses have many commas', async () => {
    expect(
      await rowsOf(Buffer.from('Nom;Adresse\nNoël;12, rue X, Bât. B, Paris\nLéa;3, rue Y, Lyon\n')),
    ).toEqual([
      ['Nom', 'Adresse'],
      ['Noël', '12, rue X, Bât. B, Paris'],
      ['Léa', '3, rue Y, Lyon'],
    ]);
  });

  it('is refused with the row in which a quotation mark is not closed, which would swallow the rows after it', async () => {
    const text = 'Code,Name\nQ-1,Alpha\nQ-2,"Acme Ltd\nQ-3,Beta\nQ-4,"Gamma"\n';
    expect(await read(Buffer.from(text))).toEqual({ refused: 'FILE_QUOTES', row: 3 });
  });

  it('waits for two others at most, because who waits holds a connection', async () => {
    const files = Array.from({ length: 5 }, () => refusedAs(Buffer.from('Name\nOne\n')).catch(String));
    expect((await Promise.all(files)).toSorted()).toEqual([
      'Refusal: UNAVAILABLE',
      'Refusal: UNAVAILABLE',
      'read',
      'read',
      'read',
    ]);
  });

  it('is read in the older encoding that makes its headings words', async () => {
    // 顧客名 / 山田 in Shift_JIS, 客户名称 / 张三 in GBK, and a file of a French program.
    const inJapanese = Buffer.from('8cda8b7196bc0a8e5293630a', 'hex');
    const inChinese = Buffer.from('bfcdbba7c3fbb3c60ad5c5c8fd0a', 'hex');
    expect(await rowsOf(inJapanese)).toEqual([['顧客名'], ['山田']]);
    expect(await rowsOf(inChinese)).toEqual([['客户名称'], ['张三']]);
    expect(await rowsOf(Buffer.from('Raison sociale;Ville\nNoël;Orléans\n', 'latin1'))).toEqual([
      ['Raison sociale', 'Ville'],
      ['Noël', 'Orléans'],
    ]);
  });
});

describe('a workbook', () => {
  it('is read from its first visible sheet, with dates of both epochs and the results of formulas', async () => {
    const rows: TestSheet['rows'] = [
      ['Name', 'Day', 'Sum', 'No result', 'Yes', 'Long'],
      [
        'Ada',
        { serial: 46_112 },
        { formula: 'A1&1', result: '0.3' },
        { formula: 'X()' },
        true,
        'x'.repeat(5_000),
      ],
      ['Bob', { serial: 46_112 }, 0.1 + 0.2, null, false, null],
    ];
    const secret = { name: 'Secret', state: 'hidden', rows: [['Name'], ['Hidden']] } as const;
    const file = (is1904: boolean) =>
      workbookFile([secret, sheet(...rows), { name: 'More', rows }], { is1904 });
    const read1900 = await read(file(false));
    expect(read1900).toMatchObject({ table: { sheet: 'Clients', otherSheets: 1 } });
    expect((await rowsOf(file(false))).slice(1)).toEqual([
      ['Ada', '2026-03-31', '0.3', '#VALUE!', 'true', 'x'.repeat(5_000)],
      ['Bob', '2026-03-31', '0.3', '', 'false'],
    ]);
    expect((await rowsOf(file(true)))[1]?.[1]).toBe('2030-04-01');
  });

  it('has percentages as they are shown', async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0.0\\ %"/><numFmt numFmtId="171" formatCode="0&quot;%&quot;"/></numFmts>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`;
    const cells = [0.07, 0.125, 7].map((value, at) => `<c s="${at + 1}"><v>${value}</v></c>`).join('');
    const file = workbookFile([sheet(['Name'])], {
      parts: { 'xl/styles.xml': styles, 'xl/worksheets/sheet1.xml': sheetXml(`<row r="1">${cells}</row>`) },
    });
    expect(await rowsOf(file)).toEqual([['7%', '12.5%', '7']]);
  });

  it('has the value of merged cells in the first of them, and keeps the numbers of its rows', async () => {
    const merged = { ...sheet(['Name', 'Group'], [], ['Ada', 'North'], ['Bob', null]), merged: ['B3:B4'] };
    expect(await read(workbookFile([merged]))).toMatchObject({
      table: {
        rows: [
          { no: 1, cells: ['Name', 'Group'] },
          { no: 3, cells: ['Ada', 'North'] },
          { no: 4, cells: ['Bob'] },
        ],
      },
    });
  });
});

/** A workbook whose directory claims less than its sheet really holds. */
function lying(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf('PK\u0001\u0002'); at >= 0; at = copy.indexOf('PK\u0001\u0002', at + 1))
    copy.writeUInt32LE(100, at + 24);
  return copy;
}

const one = sheet(['Name'], ['Ada']);
const rowsXml = (count: number, cells: (no: number) => string) =>
  Array.from({ length: count }, (_none, at) => `<row r="${at + 1}">${cells(at + 1)}</row>`).join('');
const numbered = (...numbers: readonly string[]) =>
  sheetXml(numbers.map((no) => `<row r="${no}"><c><v>1</v></c></row>`).join(''));
const bomb = zipSync({ 'a.xml': new Uint8Array(1_000) });
const sheet1 = 'xl/worksheets/sheet1.xml';

const hostile: [string, () => Buffer, string][] = [
  [
    'unpacks to 55 MB',
    () => workbookFile([one], { parts: { 'xl/big.xml': new Uint8Array(55_000_000) } }),
    'FILE_INFLATES',
  ],
  [
    'is 0.3 MB and unpacks to 1.2 GB',
    () => archiveBomb(300, ['xl/workbook.xml', 'xl/a.xml', 'xl/b.xml', 'xl/c.xml']),
    'FILE_INFLATES',
  ],
  [
    'unpacks to 1 GB and says 100 bytes',
    () => lying(archiveBomb(1_024, ['xl/workbook.xml'])),
    'FILE_UNREADABLE',
  ],
  [
    'lies about its sizes',
    () => lying(workbookFile([one], { parts: { 'xl/big.xml': new Uint8Array(3_000_000) } })),
    'FILE_UNREADABLE',
  ],
  ['holds another archive', () => workbookFile([one], { parts: { 'xl/inner.bin': bomb } }), 'FILE_INFLATES'],
  [
    'has hundreds of parts',
    () =>
      workbookFile([one], {
        parts: Object.fromEntries(Array.from({ length: 200 }, (_none, at) => [`p${at}`, 'x'])),
      }),
    'FILE_INFLATES',
  ],
  [
    'has an external entity',
    () =>
      workbookFile([one], {
        parts: {
          [sheet1]:
            '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&e;</t></is></c></row></sheetData></worksheet>',
        },
      }),
    'FILE_UNREADABLE',
  ],
  [
    'has entities of entities',
    () =>
      workbookFile([one], {
        parts: {
          [sheet1]:
            '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><worksheet>&b;</worksheet>',
        },
      }),
    'FILE_UNREADABLE',
  ],
  [
    'has a million columns',
    () =>
      workbookFile([one], { parts: { [sheet1]: sheetXml(rowsXml(1, () => '<c r="BDWGN1"><v>1</v></c>')) } }),
    'FILE_TOO_MANY_COLUMNS',
  ],
  [
    'has ten million rows',
    () =>
      workbookFile([one], {
        parts: { [sheet1]: sheetXml(rowsXml(30_000, (no) => `<c r="A${no}"><v>${no}</v></c>`)) },
      }),
    'FILE_TOO_MANY_ROWS',
  ],
  [
    'has two rows of one number',
    () => workbookFile([one], { parts: { [sheet1]: numbered('7', '7') } }),
    'FILE_UNREADABLE',
  ],
  [
    'has a row without a whole number',
    () => workbookFile([one], { parts: { [sheet1]: numbered('1', 'x') } }),
    'FILE_UNREADABLE',
  ],
  [
    'has a row that Excel does not have',
    () => workbookFile([one], { parts: { [sheet1]: numbered('1', '99999999999') } }),
    'FILE_UNREADABLE',
  ],
  ['is cut short', () => workbookFile([one]).subarray(0, 600), 'FILE_UNREADABLE'],
  ['is no workbook', () => Buffer.from(zipSync({ 'a.txt': strToU8('a') })), 'FILE_UNREADABLE'],
  ['is a program', () => Buffer.from('MZ\u0090\u0000\u0003\u0000'), 'FILE_UNREADABLE'],
];

describe('a file that', () => {
  it.each(hostile)(
    '%s is refused within three seconds of work, and costs the server no memory',
    async (_what, make, code) => {
      const bytes = make();
      const before = process.memoryUsage().rss;
      // Processor time, which other tests beside this one do not lengthen.
      const began = process.cpuUsage();
      expect(await refusedAs(bytes)).toBe(code);
      const { user, system } = process.cpuUsage(began);
      expect(user + system).toBeLessThan(3_000_000);
      expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 ** 2);
    },
  );
});
