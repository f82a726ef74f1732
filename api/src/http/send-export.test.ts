import { existsSync } from 'node:fs';
import Fastify from 'fastify';
import { effort } from '../../test/effort.ts';
import { cellsOf, formulasInLibreOffice, sheetOf, textsOf } from '../../test/files/read-cells.ts';
import { sendExport } from './send-export.ts';

const pageOf = (numbers: number[], next: string | null) => ({
  rows: numbers.map((n) => ({ n })),
  pageSize: 2,
  next,
  previous: null,
});
const read = async (cursor: string | undefined) => (cursor ? pageOf([3], null) : pageOf([1, 2], 'more'));

const exported = async (largestXlsx: number) => {
  const app = Fastify();
  app.get('/', (_request, reply) =>
    sendExport(
      reply,
      'xlsx',
      read,
      { name: 'list', sheet: 'List', columns: [{ header: 'N', value: ({ n }) => n }] },
      largestXlsx,
    ),
  );
  return app.inject('/');
};

it('a list is a workbook as long as it fits in one', async () => {
  const answer = await exported(3);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="list.xlsx"');
  expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK');
});

it('a longer list is CSV, and no row is left out', async () => {
  const answer = await exported(2);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="list.csv"');
  expect(answer.headers['content-type']).toContain('text/csv');
  expect(answer.body.replace('\uFEFF', '').trim().split('\r\n')).toEqual(['N', '1', '2', '3']);
});

describe('text that somebody typed', () => {
  const starts = ['=', '+', '-', '@', '\t=', '\r=', '\n=', '＝', '＋', '－', '＠'];
  const calls = ['1+1', "cmd|'/C calc'!A0", 'HYPERLINK("http://evil.test","x")', 'SUM(A1:A9)'];
  const wraps = [
    (formula: string) => formula,
    (formula: string) => `x;${formula};y`,
    (formula: string) => `x";"${formula}`,
    (formula: string) => `x\n${formula}`,
  ];
  const names = wraps.flatMap((wrap) =>
    starts.flatMap((start) => calls.map((call) => wrap(`${start}${call}`))),
  );
  const rows = async () => ({ rows: names, pageSize: names.length, next: null, previous: null });
  const exportedAs = async (format: 'xlsx' | 'csv') => {
    const app = Fastify();
    const columns = [
      { header: 'Name', value: (name: string) => name },
      { header: 'Owes', money: () => -1_050, currency: () => 'EUR' },
    ];
    app.get('/', (_request, reply) =>
      sendExport(reply, format, rows, { name: 'list', sheet: 'List', columns }),
    );
    return (await app.inject('/')).rawPayload;
  };
  const begins = /^[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/;

  it.each([',', ';'] as const)('begins no cell of a CSV that is split at "%s"', async (separator) => {
    const cells = cellsOf((await exportedAs('csv')).toString(), separator);
    expect(cells.length).toBeGreaterThan(names.length);
    expect(cells.filter((cell) => begins.test(cell) && cell !== '-10.50')).toEqual([]);
  });

  it('is the same text in a workbook, never a formula, and money is a number', async () => {
    const book = await exportedAs('xlsx');
    const sheet = sheetOf(book);
    expect(sheet).not.toContain('<f');
    expect(textsOf(book)).toEqual(expect.arrayContaining(['=1+1', '+SUM(A1:A9)', '-1+1', '@1+1']));
    expect(textsOf(book).filter((text) => text.startsWith("'"))).toEqual([]);
    expect(sheet.match(/<v>-10\.5<\/v>/g)).toHaveLength(names.length);
  });

  const programs = effort(0, 1) === 1 && existsSync('/usr/bin/soffice') ? (['xlsx', 'csv'] as const) : [];
  it('is no formula for a program that opens the CSV', async () => {
    for (const format of programs) {
      const file = await exportedAs(format);
      for (const separator of [',', ';'] as const)
        expect(formulasInLibreOffice(file, format, separator)).toEqual([]);
    }
    expect(names.length).toBeGreaterThan(100);
  });
});
