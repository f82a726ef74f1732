import { Readable } from 'node:stream';
import { setImmediate as others } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Page } from '@daybook/contracts/lists';
import { toDecimal } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { exponentOf } from '@daybook/contracts/money/currency';
import { Refusal } from '@daybook/contracts/refusals';
import { hasMoreThan } from '../db/keyset.ts';
import { ExportQueue } from './export-queue.ts';
import { workbookOf } from './workbook.ts';
import type { Cell } from './workbook.ts';

type Value = string | number | null | undefined;

/** A column of an export: a plain value, a plain date, or money in minor units with its currency. */
export type ExportColumn<Row> =
  | { header: string; value: (row: Row) => Value }
  | { header: string; date: (row: Row) => string | null | undefined }
  | { header: string; money: (row: Row) => number | null; currency: (row: Row) => string | null };

/** A list as it is exported, in the reader's language. `parts` are the rows of a second sheet, which a CSV does not have. */
export interface ExportedList<Row, Part = never> {
  /** The name of the file, without its extension. */
  name: string;
  sheet: string;
  columns: readonly ExportColumn<Row>[];
  parts?: { sheet: string; of: (row: Row) => readonly Part[]; columns: readonly ExportColumn<Part>[] };
}

/** The most rows of a workbook, which programs open in memory. A longer file is CSV. */
const maxXlsxRows = 100_000;
/** So many rows are written in one go. Other requests are served in between. */
const together = 100;

/** One queue for all lists, because they share the thread. */
export const queue = new ExportQueue();

export const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const beginsFormula = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;

/** Puts a quote before a cell of a CSV that a spreadsheet would read as a formula (docs/rules.md#exports). */
const inert = (text: string): string => (beginsFormula.test(text) ? `'${text}` : text);

/** A program in a country with decimal commas splits CSV at semicolons, so that cells begin inside this one. */
const inertInside = (text: string): string =>
  inert(text).replaceAll(/([;\t\r\n]["\s]*)(?=[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g, "$1'");

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

function xlsxCell<Row>(column: ExportColumn<Row>, row: Row): Cell {
  if ('money' in column) {
    const [amount, currency] = [column.money(row), column.currency(row)];
    if (amount === null || currency === null) return null;
    return { amount: Number(toDecimal(amount as Minor, currency)), places: exponentOf(currency) };
  }
  if ('date' in column) {
    const date = column.date(row);
    return date ? { date } : null;
  }
  const value = column.value(row) ?? null;
  return typeof value === 'string' ? { text: value, isFormula: beginsFormula.test(value) } : value;
}

export const cellsOf = <Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): Cell[][] =>
  rows.map((row) => columns.map((column) => xlsxCell(column, row)));

/** Refuses TOKEN_EXPIRED, and PERM_DENIED when the caller's rights have changed since the file was requested. */
export async function refuseChanged({ server, request }: FastifyReply): Promise<void> {
  if (!request.caller) return;
  const { permVersion } = await server.whoIs(request);
  if (permVersion !== request.caller.permVersion) throw new Refusal('PERM_DENIED');
}

type Read<Row> = (cursor: string | undefined) => Promise<Page<Row>>;

/** Rows of all pages, a few at a time. */
async function* everyRow<Row>(reply: FastifyReply, first: Page<Row>, read: Read<Row>): AsyncGenerator<Row[]> {
  for (let page = first; ; page = await read(page.next ?? undefined)) {
    for (let from = 0; from < page.rows.length; from += together) {
      yield page.rows.slice(from, from + together);
      await others();
    }
    if (!page.next) return;
    // A long file takes minutes. Meanwhile its reader may lose the right to it.
    await refuseChanged(reply);
  }
}

async function* csvOf<Row>(
  rows: AsyncIterable<Row[]>,
  columns: readonly ExportColumn<Row>[],
): AsyncGenerator<string> {
  // The byte order mark makes spreadsheets read UTF-8.
  yield `\uFEFF${columns.map((column) => csvCell(column.header)).join(',')}\r\n`;
  for await (const some of rows)
    yield some
      .map((row) => `${columns.map((column) => csvCell(csvValue(column, row))).join(',')}\r\n`)
      .join('');
}

function xlsxOf<Row, Part>(
  rows: AsyncIterable<Row[]>,
  { sheet, columns, parts }: ExportedList<Row, Part>,
): AsyncGenerator<Uint8Array> {
  const sheets = [{ sheet, columns }, ...(parts ? [parts] : [])].map((one) => ({
    name: one.sheet,
    heads: one.columns.map(({ header }) => header),
  }));
  async function* portions() {
    for await (const some of rows)
      yield [cellsOf(columns, some), ...(parts ? [cellsOf(parts.columns, some.flatMap(parts.of))] : [])];
  }
  return workbookOf(sheets, portions());
}

/** Counts where a query can, and reads on otherwise. One row of a list may be several in the file. */
async function isTooLong<Row>(first: Page<Row>, read: Read<Row>, most: number): Promise<boolean> {
  let rows = first.rows.length;
  if (!first.next || rows > most) return rows > most;
  const counted = await hasMoreThan(Math.floor((most * first.pageSize) / Math.max(rows, 1)), () =>
    read(undefined),
  );
  if (counted !== null) return counted;
  for (let page = first; page.next && rows <= most; rows += page.rows.length) page = await read(page.next);
  return rows > most;
}

/**
 * Sends the whole filtered list as a file. The list's own query reads it page by page, so scope and filters are the same. A
 * workbook that would be longer than `longestXlsx` is CSV instead. The export waits for its turn, is written no faster than its
 * reader takes it, and breaks off when the reader's rights change on the way.
 */
export async function sendExport<Row, Part = never>(
  reply: FastifyReply,
  format: 'xlsx' | 'csv',
  read: Read<Row>,
  list: ExportedList<Row, Part>,
  longestXlsx = maxXlsxRows,
): Promise<FastifyReply> {
  const { caller, url } = reply.request;
  const turn = await queue.turnOf({ userId: caller?.id ?? '', asked: url, answer: reply.raw });
  try {
    const first = await read(undefined);
    const sent = format === 'xlsx' && (await isTooLong(first, read, longestXlsx)) ? 'csv' : format;
    const rows = everyRow(reply, first, read);
    const pieces: AsyncIterable<string | Uint8Array> =
      sent === 'csv' ? csvOf(rows, list.columns) : xlsxOf(rows, list);
    return reply
      .header('Content-Disposition', `attachment; filename="${list.name}.${sent}"`)
      .type(mediaTypes[sent])
      .send(Readable.from(turn.paced(pieces), { objectMode: false }));
  } catch (error) {
    turn.end();
    throw error;
  }
}
