import { z } from 'zod';
import { recurringListFilter } from '../../billing/recurring-invoices/recurring-invoices.ts';
import { anyOf, endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import {
  Amount,
  ById,
  Instant,
  LanguageCode,
  MinorUnits,
  PlainDate,
  Reference,
  Uuid,
  Version,
  text,
} from '../../fields.ts';
import { ListTotal, exportFormat, listQuery, pageOf, several } from '../../lists.ts';
import { inEachLanguage, mailTemplate } from '../../mail-template.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { decimal } from '../../money/decimal.ts';
import { listEndpoints, openEndpoint, removeEndpoint } from '../../usual-endpoints.ts';

/** The most series of one price rise. */
export const mostRaised = 5_000;
/** The most series that can be chosen one by one. A search with filters may find more. */
export const mostChosenSeries = 1_000;
/** The multiples that forms offer for new prices, in minor units. */
export const roundingSteps = [1, 5, 10, 50, 100, 500, 1_000] as const;

/** `draft`: planned, and nothing is raised. `undone`: it was undone, except for prices that were billed before. */
export const riseStatuses = ['draft', 'running', 'applied', 'undone'] as const;
export type RiseStatus = (typeof riseStatuses)[number];

/** `refused`: it was not raised, because it had changed. */
export const riseItemStatuses = ['planned', 'leftOut', 'waiting', 'done', 'refused', 'undone'] as const;
export type RiseItemStatus = (typeof riseItemStatuses)[number];

/** Why a price is left out (docs/rules.md#price-rises). */
export const leftOutOfRise = [
  'ENDED',
  'PAUSED',
  'ONCE',
  'OTHER_CURRENCY',
  'LATER_PRICE',
  'PERIOD_BILLED',
  'RISES_YEARLY',
  'NO_PRICE',
  'DEDUCTION',
  'UNCHANGED',
  'TOO_LARGE',
  'NEEDS_PACKAGES',
] as const;
export type LeftOutOfRise = (typeof leftOutOfRise)[number];

const raise = {
  /** With up to two decimals. */
  percent: decimal(5, 2)
    .regex(/[1-9]/, 'NOT_ZERO')
    .nullish()
    .transform((value) => value ?? null),
  /** Added to each price, in minor units of `currency`. Prices in other currencies are left out. */
  amount: Amount.min(1)
    .nullish()
    .transform((value) => value ?? null),
  currency: CurrencyCode.nullish().transform((value) => value ?? null),
  /** New prices are multiples of it, in minor units of their currency. */
  roundingStep: z.int().min(1).max(1_000_000).default(1),
  /** For periods that begin on the day or later; for a subscription, from the first period that begins on it or after it. */
  from: PlainDate,
};

const PriceRiseRow = z.object({
  id: Uuid,
  version: Version,
  /** In hundredths of a per cent: 325 is 3.25 %. */
  percentBp: z.int().nullable(),
  amount: MinorUnits.nullable(),
  currency: z.string().nullable(),
  roundingStep: z.int(),
  from: PlainDate,
  package: Reference.nullable(),
  status: z.enum(riseStatuses),
  by: z.string().nullable(),
  at: Instant,
  /** How many of its prices have this outcome, of clients in the caller's scope. */
  planned: z.int(),
  leftOut: z.int(),
  waiting: z.int(),
  done: z.int(),
  refused: z.int(),
  undone: z.int(),
  /** How many letters were sent. */
  letters: z.int(),
});
export type PriceRiseRow = z.infer<typeof PriceRiseRow>;

export const PriceRise = PriceRiseRow.extend({
  appliedAt: Instant.nullable(),
  appliedBy: z.string().nullable(),
  undoneAt: Instant.nullable(),
  undoneBy: z.string().nullable(),
  /** The latest job of each step, for 90 days. */
  jobs: z.array(z.object({ id: Uuid, kind: z.enum(['price_rise', 'price_rise_undo', 'price_rise_letter']) })),
  /** Whether a mail server is set up. */
  canMail: z.boolean(),
});
export type PriceRise = z.infer<typeof PriceRise>;

export const PriceRiseItem = z.object({
  id: Uuid,
  client: Reference,
  entity: Reference,
  series: Reference,
  /** The name of the package, for the price of a subscription. */
  package: Reference.nullable(),
  subscriptionId: Uuid.nullable(),
  /** The line; null for a subscription, for a series that is left out, and for a line that is gone. */
  line: z.string().nullable(),
  status: z.enum(riseItemStatuses),
  leftOut: z.enum(leftOutOfRise).nullable(),
  /** The day of the later price, or the first day that is not billed. */
  leftOutOn: PlainDate.nullable(),
  /** The day from which the new price is in force. */
  validFrom: PlainDate.nullable(),
  /** Whether it is another day than the one of the rise, because no period of the subscription begins on that. */
  isMoved: z.boolean(),
  /** The first day of the first period at the new price. */
  firstFrom: PlainDate.nullable(),
  currency: z.string(),
  unitBefore: z.string().nullable(),
  unitAfter: z.string().nullable(),
  /** What one invoice bills for it. */
  before: MinorUnits.nullable(),
  after: MinorUnits.nullable(),
  difference: MinorUnits.nullable(),
  percentBp: z.int().nullable(),
  /** By how much the client pays more in this currency. */
  clientPercentBp: z.int(),
  /** What the invoices of the first year bill more, less the discount. */
  yearMore: MinorUnits.nullable(),
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  undoneAt: Instant.nullable(),
  undoneBy: z.string().nullable(),
  /** Whether the client had a letter that names it. */
  hasLetter: z.boolean(),
});
export type PriceRiseItem = z.infer<typeof PriceRiseItem>;

/** The number of prices that the filter finds, and by currency what those that are or will be raised bill in their first year. */
export const PriceRiseTotal = ListTotal.extend({
  sums: z.array(
    z.object({
      currency: z.string(),
      prices: z.int(),
      clients: z.int(),
      yearBefore: MinorUnits,
      yearAfter: MinorUnits,
      yearMore: MinorUnits,
      percentBp: z.int(),
    }),
  ),
});
export type PriceRiseTotal = z.infer<typeof PriceRiseTotal>;

/** What a letter can name. `prices` are tables, which stand in a paragraph of their own. */
export const priceLetterTokens = ['client', 'contact', 'entity', 'sender', 'from', 'prices'] as const;
export const PriceLetterTemplate = mailTemplate(priceLetterTokens);
export const PriceLetterTexts = inEachLanguage(PriceLetterTemplate);
export type PriceLetterTexts = z.infer<typeof PriceLetterTexts>;

export const priceLetterStates = ['open', 'sent'] as const;

/** The letter to a client by a billing entity, for all its prices that are raised. */
export const PriceLetter = z.object({
  /** The ids of the client and the entity. */
  id: z.string(),
  client: Reference,
  entity: Reference,
  language: LanguageCode,
  prices: z.int(),
  /** Whom it was or would be sent to; empty if the client has no address. */
  sentTo: z.array(z.string()),
  state: z.enum(priceLetterStates),
  mail: z
    .object({
      id: Uuid,
      at: Instant,
      status: z.enum(['waiting', 'delivered', 'partial', 'failed']),
      subject: z.string(),
    })
    .nullable(),
  /** How many of the prices that the letter names were undone after it was sent. */
  undone: z.int(),
});
export type PriceLetter = z.infer<typeof PriceLetter>;

const ListQuery = listQuery(['-at', 'at'], { packageId: Uuid, status: several(z.enum(riseStatuses)) });

const ItemQuery = listQuery(['client', '-client', '-clientPercent', 'clientPercent'], {
  status: several(z.enum(riseItemStatuses)),
  leftOut: several(z.enum(leftOutOfRise)),
  currency: CurrencyCode,
  /** Clients who pay more than so many hundredths of a per cent more. */
  aboveBp: z.coerce.number().int().min(0).max(100_000),
  clientId: Uuid,
}).extend({ id: Uuid });

const LetterQuery = listQuery(['client', '-client'], { state: z.enum(priceLetterStates) }).extend({
  id: Uuid,
});

const read = anyOf('recurring_invoices.add', 'recurring_invoices.edit', 'recurring_invoices.delete');
const edit = 'recurring_invoices.edit';
const path = '/price-rises';
const Started = z.object({ id: Uuid });
const ofRise = { method: 'GET', allow: read } as const;
const step = { method: 'POST', allow: edit, versioned: true, input: ById, output: Started } as const;
const ofItem = ById.extend({ itemId: Uuid });

/**
 * Price rises over many recurring invoices and subscriptions at once. Whoever raises subscriptions also needs `packages`. Each command
 * reaches the clients in the caller's scope.
 */
export const priceRises = {
  ...listEndpoints(path, read, { query: ListQuery, row: PriceRiseRow, total: ListTotal }),
  open: openEndpoint(path, read, PriceRise),
  /**
   * Plans a rise and stores the plan; nothing is raised yet. Without `ids`, for all series that the search and the filters of the list
   * find. A series of a subscription stands for the subscription. Refused as PERM_DENIED on `packageId` without `packages`.
   */
  create: endpoint({
    method: 'POST',
    path,
    allow: edit,
    input: z
      .object({
        ids: z.array(Uuid).min(1).max(mostChosenSeries).optional(),
        q: text(200).optional(),
        filter: recurringListFilter,
        /** Only the subscriptions of this package. */
        packageId: Uuid.nullish().transform((value) => value ?? null),
        ...raise,
      })
      .superRefine(({ percent, amount, currency }, context) => {
        const refuse = (field: string, message: string) =>
          context.addIssue({ code: 'custom', path: [field], message });
        if (percent === null && amount === null) refuse('percent', 'REQUIRED');
        if (percent !== null && amount !== null) refuse('amount', 'EITHER_DISCOUNT');
        if (amount !== null && currency === null) refuse('currency', 'REQUIRED');
      }),
    output: PriceRise,
  }),
  /** Deletes a plan. Once it is applied, it can only be undone. */
  remove: removeEndpoint(path, edit),
  /** Starts the job that writes the planned prices, a series or a subscription at a time. One that has changed since is refused. */
  apply: endpoint({ ...step, path: `${path}/:id/apply` }),
  /** Starts the job that undoes all prices that were raised, except those that are billed by now. */
  undo: endpoint({ ...step, path: `${path}/:id/undo` }),
  items: endpoint({ ...ofRise, path: `${path}/:id/items`, input: ItemQuery, output: pageOf(PriceRiseItem) }),
  itemsTotal: endpoint({
    ...ofRise,
    path: `${path}/:id/items/total`,
    input: ItemQuery,
    output: PriceRiseTotal,
  }),
  itemsExport: endpoint({
    ...ofRise,
    path: `${path}/:id/items/export`,
    file: true,
    input: ItemQuery.extend({ format: exportFormat }),
    output: fileOutput,
  }),
  /** Undoes one price. Refused as PRICE_RISE_BILLED once a period at the new price has an invoice. */
  undoItem: endpoint({
    method: 'POST',
    path: `${path}/:id/items/:itemId/undo`,
    allow: edit,
    input: ofItem,
    output: PriceRiseItem,
  }),
  /** The letters of a rise that was applied: those that were sent, and those that can be. */
  letters: endpoint({
    ...ofRise,
    path: `${path}/:id/letters`,
    input: LetterQuery,
    output: pageOf(PriceLetter),
  }),
  lettersTotal: endpoint({
    ...ofRise,
    path: `${path}/:id/letters/total`,
    input: LetterQuery,
    output: ListTotal,
  }),
  /** The texts that were used last, or the usual ones. */
  letterTexts: endpoint({
    ...ofRise,
    path: `${path}/:id/letter-texts`,
    input: ById,
    output: PriceLetterTexts,
  }),
  /** The letter that a client would have with these texts, in the client's language. `html` loads nothing, and is shown in a sandboxed frame. */
  previewLetter: endpoint({
    method: 'POST',
    path: `${path}/:id/letters/preview`,
    allow: edit,
    reads: true,
    input: ById.extend({ clientId: Uuid, entityId: Uuid, texts: PriceLetterTexts }),
    output: z.object({
      language: LanguageCode,
      sentTo: z.array(z.string()),
      subject: z.string(),
      body: z.string(),
      html: z.string(),
    }),
  }),
  /** Starts the job that sends each client who has not had it the letter. */
  sendLetters: endpoint({
    ...step,
    path: `${path}/:id/letters`,
    input: ById.extend({ texts: PriceLetterTexts }),
  }),
};
