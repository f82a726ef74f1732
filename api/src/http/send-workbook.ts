import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { cellsOf, mediaTypes, queue } from './send-export.ts';
import type { ExportedList } from './send-export.ts';
import { workbookOf } from './workbook.ts';
import type { Cell } from './workbook.ts';

/** A sheet of a workbook and its rows. */
interface FilledSheet<Row> {
  list: ExportedList<Row>;
  rows: readonly Row[];
}

/** Rows that are written in one go, of one sheet at a time. */
const together = 100;

async function* portionsOf<Row>(sheets: readonly FilledSheet<Row>[]): AsyncGenerator<Cell[][][]> {
  for (const [at, { list, rows }] of sheets.entries())
    for (let from = 0; from < rows.length; from += together) {
      const cells = cellsOf(list.columns, rows.slice(from, from + together));
      yield sheets.map((_sheet, index) => (index === at ? cells : []));
    }
}

/** Sends several lists that are known as a whole as one workbook, each on a sheet of its own. It waits for its turn as any export does. */
export async function sendWorkbook<Row>(
  reply: FastifyReply,
  name: string,
  sheets: readonly FilledSheet<Row>[],
): Promise<FastifyReply> {
  const { caller, url } = reply.request;
  const turn = await queue.turnOf({ userId: caller?.id ?? '', asked: url, answer: reply.raw });
  const heads = sheets.map(({ list }) => ({
    name: list.sheet,
    heads: list.columns.map(({ header }) => header),
  }));
  return reply
    .header('Content-Disposition', `attachment; filename="${name}.xlsx"`)
    .type(mediaTypes.xlsx)
    .send(Readable.from(turn.paced(workbookOf(heads, portionsOf(sheets))), { objectMode: false }));
}
