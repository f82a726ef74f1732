import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import writeXlsxFile from 'write-excel-file/node';
import type { Page } from '@daybook/contracts/lists';
import { toDecimal } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { exponentOf } from '@daybook/contracts/money/currency';

type Cell = string | number | boolean | null | undefined;

/** A column of an export: a plain value, or money in minor units with its currency. */
export type ExportColumn<Row> =
  | { header: string; value: (row: Row) => Cell }
  | { header: string; money: (row: Row) => number | null; currency: (row: Row) => string | null };

/** Rows of an xlsx, which is built in memory; a file of more is CSV, streamed (ruling 15). */
const maxXlsxRows = 100_000;

const attachment = (name: string, format: string): string => `attachment; filename="${name}.${format}"`;

/** A cell that a spreadsheet would take for a formula is given a quote (assurance WEB-6). */
const inert = (text: string): string =>
  /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/.test(text) ? `'${text}` : text;

/** Where numbers have a comma, a program splits CSV at semicolons instead, and cells begin inside this one. */
const inertInside = (text: string): string =>
  inert(text).replaceAll(/([;\t\r\n]["\s]*)(?=[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g, "$1'");

const csvCell = (text: string): string =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function csvValue<Row>(column: ExportColumn<Row>, row: Row): string {
  if ('money' in column) {
    const [amount, currency] = [column.money(row), column.currency(row)];
    return amount === null || currency === null ? '' : toDecimal(amount as Minor, currency);
  }
  const value = column.value(row);
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
  const value = column.value(row);
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return { value, type: Number };
  if (typeof value === 'boolean') return { value, type: Boolean };
  return { value: inert(value), type: String };
}

async function* everyRow<Row>(read: (cursor: string | undefined) => Promise<Page<Row>>): AsyncGenerator<Row> {
  let cursor: string | undefined;
  do {
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

/** Sends the whole filtered set as a file, read page by page by the list's own query, so scope and filters are the list's. */
export async function sendExport<Row>(
  reply: FastifyReply,
  name: string,
  format: 'xlsx' | 'csv',
  read: (cursor: string | undefined) => Promise<Page<Row>>,
  columns: readonly ExportColumn<Row>[],
  largestXlsx = maxXlsxRows,
): Promise<FastifyReply> {
  if (format === 'csv') {
    void reply.header('Content-Disposition', attachment(name, 'csv'));
    return reply.type('text/csv; charset=utf-8').send(Readable.from(csvText(everyRow(read), columns)));
  }
  const rows: Row[] = [];
  for await (const row of everyRow(read))
    if (rows.push(row) > largestXlsx) return sendExport(reply, name, 'csv', read, columns);
  void reply.header('Content-Disposition', attachment(name, 'xlsx'));
  const header = columns.map((column) => ({ value: column.header, fontWeight: 'bold' as const }));
  const data = [header, ...rows.map((row) => columns.map((column) => xlsxValue(column, row)))];
  const file = await writeXlsxFile(data as never).toBuffer();
  return reply.type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet').send(file);
}
