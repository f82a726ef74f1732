import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import writeXlsxFile from 'write-excel-file/node';
import type { Page } from '@daybook/contracts/lists';
import { toDecimal } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { exponentOf } from '@daybook/contracts/money/currency';
import { Refusal } from '@daybook/contracts/refusals';

type Cell = string | number | null | undefined;

/** A column of an export: a plain value, a plain date, or money in minor units with its currency. */
export type ExportColumn<Row> =
  | { header: string; value: (row: Row) => Cell }
  | { header: string; date: (row: Row) => string | null | undefined }
  | { header: string; money: (row: Row) => number | null; currency: (row: Row) => string | null };

/** A list as it is exported, in the words of its reader; `parts` are rows of a second sheet, which a CSV has not. */
export interface ExportedList<Row, Part = never> {
  /** Of the file, without its ending. */
  name: string;
  sheet: string;
  columns: readonly ExportColumn<Row>[];
  parts?: { sheet: string; of: (row: Row) => readonly Part[]; columns: readonly ExportColumn<Part>[] };
}

/** Rows of an xlsx, which is built in memory; a file of more is CSV, streamed (ruling 15). */
const maxXlsxRows = 100_000;

const attachment = (name: string, format: string): string => `attachment; filename="${name}.${format}"`;

const beginsFormula = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;

/** A cell of a CSV that a spreadsheet would take for a formula is given a quote (assurance WEB-6). */
const inert = (text: string): string => (beginsFormula.test(text) ? `'${text}` : text);

/** Where numbers have a comma, a program splits CSV at semicolons instead, and cells begin inside this one. */
const inertInside = (text: string): string =>
  inert(text).replaceAll(/([;\t\r\n]["\s]*)(?=[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g, "$1'");

/** In columns of a digit; Chinese and Japanese are twice as wide. */
const widthOf = (text: string): number => text.length + (text.match(/[\u2E80-\uFFEF]/g)?.length ?? 0);

const csvCell = (text: string): string =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function csvValue<Row>(column: ExportColumn<Row>, row: Row): string {
  if ('money' in column) {
    const [amount, currency] = [column.money(row), column.currency(row)];
    return amount === null || currency === null ? '' : toDecimal(amount as Minor, currency);
  }
  const value = 'date' in column ? column.date(row) : column.value(row);
  return typeof value === 'string' ? inertInside(value) : String(value ?? '');
}

function xlsxValue<Row>(column: ExportColumn<Row>, row: Row) {
  if ('money' in column) {
    const [amount, currency] = [column.money(row), column.currency(row)];
    if (amount === null || currency === null) return null;
    const places = exponentOf(currency);
    return {
      value: Number(toDecimal(amount as Minor, currency)),
      type: Number,
      format: places ? `#,##0.${'0'.repeat(places)}` : '#,##0',
    };
  }
  if ('date' in column) {
    const date = column.date(row);
    return date ? { value: new Date(`${date}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' } : null;
  }
  const value = column.value(row);
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return { value, type: Number };
  // A cell of text is no formula as it is; as "text" it stays one when somebody types in it.
  return { value, type: String, ...(beginsFormula.test(value) && { format: '@' }) };
}

/** As wide as its head and what stands in its first rows, within reason. */
function columnWidth(header: string, cells: readonly ReturnType<typeof xlsxValue>[]): number {
  const texts = cells.map((cell) => (typeof cell?.value === 'string' ? widthOf(cell.value) : 0));
  return Math.max(12, widthOf(header) + 2, Math.min(40, Math.max(0, ...texts) + 1));
}

function xlsxSheet<Row>(sheet: string, rows: readonly Row[], columns: readonly ExportColumn<Row>[]) {
  const cells = rows.map((row) => columns.map((column) => xlsxValue(column, row)));
  const first = cells.slice(0, 100);
  return {
    sheet,
    data: [columns.map(({ header }) => ({ value: header, fontWeight: 'bold' as const })), ...cells],
    columns: columns.map(({ header }, place) => ({
      width: columnWidth(
        header,
        first.map((row) => row[place] ?? null),
      ),
    })),
    stickyRowsCount: 1,
  };
}

/** Refuses TOKEN_EXPIRED and PERM_DENIED to who may not, or may less, than when the file was asked for. */
async function refuseChanged({ server, request }: FastifyReply): Promise<void> {
  if (!request.caller) return;
  const { permVersion } = await server.whoIs(request);
  if (permVersion !== request.caller.permVersion) throw new Refusal('PERM_DENIED');
}

async function* everyRow<Row>(
  reply: FastifyReply,
  read: (cursor: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<Row> {
  let cursor: string | undefined;
  do {
    // A long file takes minutes, in which its reader may be shut out.
    if (cursor !== undefined) await refuseChanged(reply);
    const page = await read(cursor);
    yield* page.rows;
    cursor = page.next ?? undefined;
  } while (cursor);
}

async function* csvText<Row>(
  rows: AsyncIterable<Row>,
  columns: readonly ExportColumn<Row>[],
): AsyncGenerator<string> {
  // The byte order mark makes spreadsheets read UTF-8.
  yield `\uFEFF${columns.map((column) => csvCell(column.header)).join(',')}\r\n`;
  for await (const row of rows) {
    yield `${columns.map((column) => csvCell(csvValue(column, row))).join(',')}\r\n`;
  }
}

/**
 * Sends the whole filtered set as a file, read page by page by the list's own query, so scope and filters are the list's;
 * a workbook that would be larger than `largestXlsx` is CSV instead. It breaks off when its reader's rights change on the way.
 */
export async function sendExport<Row, Part = never>(
  reply: FastifyReply,
  format: 'xlsx' | 'csv',
  read: (cursor: string | undefined) => Promise<Page<Row>>,
  list: ExportedList<Row, Part>,
  largestXlsx = maxXlsxRows,
): Promise<FastifyReply> {
  const { name, columns, parts } = list;
  if (format === 'csv') {
    void reply.header('Content-Disposition', attachment(name, 'csv'));
    return reply.type('text/csv; charset=utf-8').send(Readable.from(csvText(everyRow(reply, read), columns)));
  }
  const rows: Row[] = [];
  for await (const row of everyRow(reply, read))
    if (rows.push(row) > largestXlsx) return sendExport(reply, 'csv', read, list);
  void reply.header('Content-Disposition', attachment(name, 'xlsx'));
  const sheets = [
    xlsxSheet(list.sheet, rows, columns),
    ...(parts ? [xlsxSheet(parts.sheet, rows.flatMap(parts.of), parts.columns)] : []),
  ];
  const file = await writeXlsxFile(sheets as never).toBuffer();
  return reply.type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet').send(file);
}
