import { z } from 'zod';
import { mailRoles } from '../../billing/invoices/invoice-mails.ts';
import { endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { Email, MinorUnits, PlainDate, Reference, Uuid, requiredText, text } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';
import type { RefusalCode } from '../../refusals.ts';
import { listEndpoints } from '../../usual-endpoints.ts';

/** Everything that moved the ledger in a period, or only what is open on its last day. */
export const statementKinds = ['period', 'open_items'] as const;
export type StatementKind = (typeof statementKinds)[number];

const terms = {
  kind: z.enum(statementKinds).default('period'),
  /** The first day; without it the statement begins with the first entry. A statement of open items has none. */
  from: PlainDate.optional(),
  asOf: PlainDate,
};

/** The ledgers of one client with one billing entity go out in one mail, with a PDF for each currency. */
const whose = { clientId: Uuid, entityId: Uuid };

const StatementBalance = z.object({ currency: z.string(), closing: MinorUnits });

const mostAddresses = 20;

const send = { allow: 'reports.client_ledgers' } as const;

export const statements = {
  /** The statement as it would be sent. */
  pdf: endpoint({
    ...send,
    method: 'GET',
    path: '/statements/pdf',
    file: true,
    recorded: true,
    input: z.object({ ...whose, currency: CurrencyCode, ...terms }),
    output: fileOutput,
  }),
  /** The mail that would be sent now. `canMail` is false if no mail server is set up. */
  draft: endpoint({
    ...send,
    method: 'GET',
    path: '/statements/draft',
    input: z.object({ ...whose, ...terms }),
    output: z.object({
      canMail: z.boolean(),
      subject: z.string(),
      body: z.string(),
      contacts: z.array(z.object({ name: z.string(), email: z.string(), send: z.enum(mailRoles) })),
      balances: z.array(StatementBalance),
    }),
  }),
  /** One message to all recipients. The form chooses the id of the mail, so that sending it again sends nothing. */
  send: endpoint({
    ...send,
    method: 'POST',
    path: '/statements',
    input: z.object({
      id: Uuid,
      ...whose,
      ...terms,
      sentTo: z.array(Email).min(1).max(mostAddresses),
      copiedTo: z.array(Email).max(mostAddresses).default([]),
      subject: requiredText(200).transform((subject) => subject.replaceAll(/\s+/g, ' ')),
      body: requiredText(10_000),
    }),
    output: z.object({ sentTo: z.array(z.string()), copiedTo: z.array(z.string()) }),
  }),
};

/** The most clients that are chosen one by one; more are chosen by a filter. */
export const mostChosen = 100;

const chosen = {
  /** Clients chosen one by one. */
  clientIds: z.union([Uuid.transform((one) => [one]), z.array(Uuid).min(1).max(mostChosen)]),
  entityId: Uuid,
  groupId: Uuid,
  crmId: Uuid,
  /** Only clients whose balance is not zero. */
  withBalance: z.stringbool(),
};

/** A client that would get a statement, or the reason why not. */
export const StatementRecipient = z.object({
  id: z.string(),
  client: Reference,
  entity: Reference,
  sentTo: z.array(z.string()),
  copiedTo: z.array(z.string()),
  balances: z.array(StatementBalance),
  reason: z.custom<RefusalCode>((code) => typeof code === 'string').nullable(),
});
export type StatementRecipient = z.infer<typeof StatementRecipient>;

const RecipientsQuery = listQuery(['name'], {
  ...chosen,
  kind: z.enum(statementKinds),
  from: PlainDate,
  /** The last day, by default today. */
  asOf: PlainDate,
});

/** Who would get a statement now, and why others would not: clients with an entry in the period or a balance. */
export const statementRecipients = {
  ...listEndpoints('/statement-recipients', 'reports.client_ledgers', {
    query: RecipientsQuery,
    row: StatementRecipient,
    /** Exact, however many there are: the job sends all of them. */
    total: ListTotal.extend({ withReason: z.int() }),
  }),
  /** Sends a statement to all of them in a job, each as the single command would for the caller. */
  sendAll: endpoint({
    ...send,
    method: 'POST',
    path: '/statement-recipients/send',
    input: z.object({
      ...terms,
      q: text(200).optional(),
      filter: z
        .strictObject({
          ...chosen,
          clientIds: z.array(Uuid).min(1).max(mostChosen),
          withBalance: z.boolean(),
        })
        .partial()
        .default({}),
    }),
    output: z.object({ id: Uuid }),
  }),
};
