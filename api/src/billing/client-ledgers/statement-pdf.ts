import type { FastifyReply } from 'fastify';
import type { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import type { groupLedgers } from '@daybook/contracts/billing/client-ledgers/group-ledgers';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { statementPdf } from '../../pdf/statement-pdf.ts';
import { namedClient } from '../documents/client-party.ts';
import { addresseeOf, issuerOf } from '../documents/issuer.ts';
import { sendPdf } from '../documents/send-pdf.ts';
import { ledgerHead, pageOfLines } from './client-ledgers.queries.ts';
import { groupHead, membersOf, pageOfGroupLines } from './group-ledgers.queries.ts';
import { withoutVoided } from './statement-lines.ts';

type Asked = ParsedInputOf<typeof clientLedgers.statement>;

/** The most lines of a statement. Typesetting takes about three megabytes for each page of 40 lines, and nobody reads a hundred pages. */
const mostLines = 3_000;

/** Refuses STATEMENT_TOO_LONG on `from`. */
async function allLines<Line>(
  read: (page: { pageSize: number; cursor: string | undefined }) => Promise<Page<Line>>,
): Promise<Line[]> {
  const lines: Line[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ pageSize: 500, cursor });
    lines.push(...page.rows);
    if (lines.length > mostLines) throw refuseField('STATEMENT_TOO_LONG', 'from', { maximum: mostLines });
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return lines;
}

/** The lines of a statement with its sums, without what was voided. Refuses STATEMENT_TOO_LONG. */
export async function statementLines(db: Db, head: Awaited<ReturnType<typeof ledgerHead>>, input: Asked) {
  const told = withoutVoided({
    ...head,
    lines: await allLines((page) => pageOfLines(db, { ...input, ...page })),
  });
  return { ...told, lines: told.lines.map((line) => ({ ...line, document: line.document.label })) };
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
  const file = await statementPdf({
    ...head,
    ...(await statementLines(db, head, input)),
    docLocale: client.docLocale,
    issuer: await issuerOf(db, input.entityId, null),
    client: await addresseeOf(db, input.clientId, client.party),
  });
  return sendPdf(reply, `statement-${input.asOf}`, file);
}

/** The payer's address and language if the caller sees the payer; otherwise only the name of the group. */
async function groupAddressee(db: Db, user: CurrentUser, groupId: string, name: string, language: Language) {
  const { payerClientId } = await db
    .selectFrom('clientGroup')
    .select('payerClientId')
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow();
  const payer = payerClientId === null ? undefined : await namedClient(db, user, payerClientId);
  const party = payer?.party ?? { lines: [], country: '', registrations: [] };
  return {
    docLocale: payer?.docLocale ?? language,
    client: { ...party, name, registrations: [], isPerson: false },
  };
}

/** The ledger of the group's visible clients as a letter. Refuses NOT_FOUND and STATEMENT_TOO_LONG. */
export async function sendGroupStatementPdf(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof groupLedgers.statement>,
  language: Language,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const members = await membersOf(db, user, input.groupId);
  const head = await groupHead(db, members, input);
  const lines = await allLines((page) => pageOfGroupLines(db, members, { ...input, ...page }));
  const file = await statementPdf({
    ...head,
    ...(await groupAddressee(db, user, input.groupId, head.group.label, language)),
    issuer: await issuerOf(db, input.entityId, null),
    lines: lines.map((line) => ({ ...line, document: line.document.label })),
    ...(input.order === 'each' && {
      each: head.clients,
    }),
  });
  return sendPdf(reply, `group-statement-${input.asOf}`, file);
}
