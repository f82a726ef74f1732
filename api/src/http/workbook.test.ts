import { strFromU8, unzipSync } from 'fflate';
import Fastify from 'fastify';
import { textsOf } from '../../test/files/read-cells.ts';
import { sendExport } from './send-export.ts';
import { workbookOf } from './workbook.ts';
import type { Cell } from './workbook.ts';

const partsOf = (book: Uint8Array) =>
  new Map(Object.entries(unzipSync(book)).map(([name, bytes]) => [name, strFromU8(bytes)]));

/** The cells of a workbook of one column, and how much of the list had been read when each piece was written. */
async function written(cells: readonly Cell[], perPortion: number) {
  let given = 0;
  async function* portions() {
    for (let from = 0; from < cells.length; from += perPortion) {
      const rows = cells.slice(from, from + perPortion).map((cell) => [cell]);
      given += rows.length;
      yield [rows];
    }
  }
  const pieces: Uint8Array[] = [];
  const readAt: number[] = [];
  for await (const piece of workbookOf([{ name: 'List & more', heads: ['Name'] }], portions())) {
    pieces.push(piece);
    readAt.push(given);
  }
  return { book: Buffer.concat(pieces), readAt };
}

it('contains every text of a list with more texts than it shares, and repeated ones once', async () => {
  const names = Array.from({ length: 60_000 }, (_none, index) => `client ${index}`);
  const { book } = await written(
    [...names, ...names.slice(0, 10)].map((text) => ({ text })),
    1_000,
  );
  const sheet = partsOf(book).get('xl/worksheets/sheet1.xml') ?? '';
  const inCells = [...sheet.matchAll(/<is><t[^>]*>([^<]*)<\/t><\/is>/g)].map(([, text]) => text);
  const shared = textsOf(book);
  expect(inCells.length).toBeGreaterThan(0);
  expect(new Set(shared).size).toBe(shared.length);
  expect(new Set([...shared, ...inCells])).toEqual(new Set(['Name', ...names]));
  expect(sheet.match(/<row /g)).toHaveLength(60_011);
});

it('cuts a text that is longer than a cell may be, and says so', async () => {
  const { book } = await written([{ text: 'x'.repeat(32_767) }, { text: 'y'.repeat(32_768) }], 10);
  expect(textsOf(book)).toEqual(['Name', 'x'.repeat(32_767), `${'y'.repeat(32_766)}…`]);
});

it('types each cell: text without characters that XML lacks, an amount with its decimals, a day', async () => {
  const { book } = await written(
    [
      { text: 'A & B <Co> "x"\u0000\u000B\uD800' },
      { text: '=1+1', isFormula: true },
      { amount: 12.5, places: 2 },
      { date: '2026-01-02' },
      7,
      null,
    ],
    10,
  );
  const parts = partsOf(book);
  expect(textsOf(book)).toEqual(['Name', 'A &amp; B &lt;Co&gt; &quot;x&quot;', '=1+1']);
  expect(parts.get('xl/workbook.xml')).toContain('name="List &amp; more"');
  const styles = parts.get('xl/styles.xml') ?? '';
  const looks = [...styles.matchAll(/<xf[^>]*>/g)].map(([look]) => /numFmtId="(\d+)"/.exec(look)?.[1]);
  const formatOf = (look: string | undefined) =>
    new RegExp(`numFmtId="${looks[Number(look)]}" formatCode="([^"]*)"`).exec(styles)?.[1];
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  const cells = [...sheet.matchAll(/<c r="(A\d+)"(?: s="(\d+)")?(?: t="s")?><v>([^<]*)<\/v>/g)];
  expect(cells.map(([, at, look, value]) => [at, formatOf(look), value])).toEqual([
    ['A1', undefined, '0'],
    ['A2', undefined, '1'],
    ['A3', '@', '2'],
    ['A4', '#,##0.00', '12.5'],
    ['A5', 'yyyy-mm-dd', '46024'],
    ['A6', undefined, '7'],
  ]);
});

it('is sent while it is written: its first pieces are there before the list is read', async () => {
  const rows = Array.from({ length: 40_000 }, (_none, index) => ({ text: `${index} ${Math.sin(index)}` }));
  const { readAt } = await written(rows, 100);
  expect(readAt[0]).toBeLessThanOrEqual(200);
  expect(new Set(readAt).size).toBeGreaterThan(5);
});

it('lets other requests be served while it is written', async () => {
  const numbers = Array.from({ length: 5_000 }, (_none, n) => ({ n }));
  const app = Fastify();
  app.get('/', (_request, reply) =>
    sendExport(
      reply,
      'xlsx',
      async () => ({ rows: numbers, pageSize: numbers.length, next: null, previous: null }),
      { name: 'list', sheet: 'List', columns: [{ header: 'N', value: ({ n }) => n }] },
    ),
  );
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const { statusCode } = await app.inject('/');
  isDone = true;
  expect(statusCode).toBe(200);
  expect(turns).toBeGreaterThan(numbers.length / 100);
});
