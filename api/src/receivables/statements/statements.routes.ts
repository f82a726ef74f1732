import { statementRecipients, statements } from '@daybook/contracts/receivables/statements/statements';
import { Refusal } from '@daybook/contracts/refusals';
import { checkPeriod } from '../../billing/documents/report-days.rules.ts';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { recipientsExport } from './recipients.export.ts';
import { listRecipients, totalRecipients } from './recipients.queries.ts';
import { requestStatements } from './request-statements.ts';
import { draftStatement, sendStatement } from './send-statement.ts';
import { sendStatementPaper } from './statement-paper.ts';

type Days = { from?: string | undefined; asOf?: string | undefined };

const checkDays = ({ from, asOf }: Days, field = 'asOf'): void => checkPeriod(from, asOf, field);

const statementsPart = implement(
  'statements',
  statements,
)({
  pdf: async ({ db, user, input, reply }) => {
    checkDays(input);
    return sendStatementPaper(db, user, input, reply);
  },
  draft: async ({ db, user, input, reply }) => {
    checkDays(input);
    return draftStatement(db, user, input, await reply.server.mail.canMail(db));
  },
  send: async ({ db, user, input: { id, ...letter }, reply }) => {
    checkDays(letter);
    await sendStatement(db, user, letter, { key: id, canMail: await reply.server.mail.canMail(db) });
    return { sentTo: letter.sentTo, copiedTo: letter.copiedTo };
  },
});

const recipientsPart = implement(
  'statement_recipients',
  statementRecipients,
)({
  list: async ({ db, user, input }) => {
    checkDays(input.filter, 'filter.asOf');
    return listRecipients(db, user, input);
  },
  total: async ({ db, user, input }) => {
    checkDays(input.filter, 'filter.asOf');
    return totalRecipients(db, user, input);
  },
  export: async ({ db, user, input, language, reply }) => {
    checkDays(input.filter, 'filter.asOf');
    return sendExport(
      reply,
      input.format,
      (cursor) => listRecipients(db, user, { ...input, pageSize: 500, cursor }),
      recipientsExport(language),
    );
  },
  sendAll: async ({ db, user, input }) => {
    checkDays(input);
    const id = await requestStatements(db, user, input);
    if (id === null) throw new Refusal('STATEMENT_EMPTY');
    return { id };
  },
});

export const statementsRoutes = [...statementsPart, ...recipientsPart];
