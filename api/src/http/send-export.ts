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

/** A list as it is exported, in the words of its reader; `parts` are rows of a second sheet, which a CSV has not. */
export interface ExportedList<Row, Part = never> {
  /** Of the file, without its ending. */
  name: string;
  sheet: string;
  columns: readonly ExportColumn<Row>[];
  parts?: { sheet: string; of: (row: Row) => readonly Part[]; columns: readonly ExportColumn<Part>[] };
}

/** Rows of an xlsx; programs that open one hold it in memory. A file of more is CSV. */
const maxXlsxRows = 100_000;
/** Rows that are written in one go; others are heard in between. */
const together = 100;

/** Of all lists, since they share the thread. */
const queue = new ExportQueue();

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const beginsFormula = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;

/** A cell of a CSV that a spreadsheet would take for a formula is given a quote (docs/rules.md#exports). */
const inert = (text: string): string => (beginsFormula.test(text) ? `'${text}` : text);

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

const cellsOf = <Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): Cell[][] =>
  rows.map((row) => columns.map((column) => xlsxCell(column, row)));

/** Refuses TOKEN_EXPIRED and PERM_DENIED to who may not, or may less, than when the file was asked for. */
async function refuseChanged({ server, request }: FastifyReply): Promise<void> {
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
    // A long file takes minutes, in which its reader may be shut out.
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

/** Counts, where a query can, and reads on where none does. A row of a list may be several of the file. */
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
 * Sends the whole filtered set as a file, read page by page by the list's own query, so scope and filters are the list's;
 * a workbook that would be longer than `longestXlsx` is CSV instead. It waits for its turn, is made no faster than it is read,
 * and breaks off when its reader's rights change on the way.
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
