import type { FastifyReply } from 'fastify';
import type { clientLedgers, LedgerLine } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { statementPdf } from '../../pdf/statement-pdf.ts';
import { namedClient } from '../documents/client-party.ts';
import { addresseeOf, issuerOf } from '../documents/issuer.ts';
import { sendPdf } from '../documents/send-pdf.ts';
import { ledgerHead, pageOfLines } from './client-ledgers.queries.ts';
import { withoutVoided } from './statement-lines.ts';

type Asked = ParsedInputOf<typeof clientLedgers.statement>;

/** The most lines of a statement. Typesetting takes about three megabytes for each page of 40 lines, and nobody reads a hundred pages. */
const mostLines = 3_000;

/** Refuses STATEMENT_TOO_LONG on `from`. */
async function allLines(db: Db, input: Asked): Promise<LedgerLine[]> {
  const lines: LedgerLine[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageOfLines(db, { ...input, pageSize: 500, cursor });
    lines.push(...page.rows);
    if (lines.length > mostLines) throw refuseField('STATEMENT_TOO_LONG', 'from', { maximum: mostLines });
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return lines;
}

/** The client's ledger as a letter in the client's language, without what was voided. Refuses NOT_FOUND and STATEMENT_TOO_LONG. */
export async function sendStatementPdf(
  db: Db,
  user: CurrentUser,
  input: Asked,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const head = await ledgerHead(db, user, input);
  const client = await namedClient(db, user, input.clientId);
  if (!client) throw new Refusal('NOT_FOUND');
  const told = withoutVoided({ ...head, lines: await allLines(db, input) });
  const file = await statementPdf({
    ...head,
    ...told,
    docLocale: client.docLocale,
    issuer: await issuerOf(db, input.entityId, null),
    client: await addresseeOf(db, input.clientId, client.party),
    lines: told.lines.map((line) => ({ ...line, document: line.document.label })),
  });
  return sendPdf(reply, `statement-${input.asOf}`, file);
}
