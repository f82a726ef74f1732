import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { Amount, ById, MinorUnits, OwnId, PlainDate, Reference, Uuid, optionalText } from '../../fields.ts';
import { ListTotal, listQuery, several } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { listEndpoints } from '../../usual-endpoints.ts';

/**
 * A promise is `open` until it is kept or its date has passed (docs/rules.md#promises). `settled` is a promise whose
 * invoices were settled by other means, such as a credit note.
 */
export const promiseStates = ['open', 'kept', 'broken', 'settled', 'superseded', 'withdrawn'] as const;
export type PromiseState = (typeof promiseStates)[number];

export const mostInstalments = 12;

const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

export const promiseFields = {
  currency: CurrencyCode,
  /** The billing entity that will be paid; any if absent. */
  entityId: absent(Uuid),
  /** The invoices that the promise is about; all if empty. */
  invoiceIds: z.array(Uuid).max(200).default([]),
  /** Dates in ascending order, each with the amount that will be paid by it. */
  instalments: z
    .array(z.strictObject({ dueOn: PlainDate, amount: Amount.min(1) }))
    .min(1)
    .max(mostInstalments),
};

export const Promised = z.object({
  id: Uuid,
  client: Reference,
  state: z.enum(promiseStates),
  /** The day of the last change of the state. */
  since: PlainDate,
  promisedOn: PlainDate,
  by: Reference.nullable(),
  entity: Reference.nullable(),
  currency: z.string(),
  amount: MinorUnits,
  /** The amount received so far that counts. */
  received: MinorUnits,
  instalments: z.array(z.object({ dueOn: PlainDate, amount: MinorUnits })),
  invoices: z.array(Reference),
  /** The first date that is not paid for yet; the last one if all are. */
  dueOn: PlainDate,
  /** Of a broken promise: the day on which the whole amount had come after all. */
  paidLateOn: PlainDate.nullable(),
});
export type Promised = z.infer<typeof Promised>;

const allow = 'followup.follow_up';

export const promises = {
  /** For the dashboard too: `state=open` with `dueTo`, and `state=broken`. */
  ...listEndpoints('/promises', allow, {
    query: listQuery(['dueOn', '-dueOn'], {
      state: several(z.enum(promiseStates)),
      clientId: Uuid,
      entityId: Uuid,
      currency: CurrencyCode,
      responsibleId: Uuid,
      dueFrom: PlainDate,
      dueTo: PlainDate,
    }),
    row: Promised.extend({ responsible: Reference }),
    total: ListTotal,
  }),
  /** Records a promise. Open promises of the same client and currency for the same billing entity are superseded. */
  create: endpoint({
    method: 'POST',
    path: '/promises',
    allow,
    input: z.object({ id: OwnId, clientId: Uuid, note: optionalText(2000), ...promiseFields }),
    output: Promised,
  }),
  /** Withdraws an open promise: it was recorded by mistake, or the firm released the client from it. */
  withdraw: endpoint({
    method: 'POST',
    path: '/promises/:id/withdraw',
    allow,
    input: ById.extend({ note: optionalText(500) }),
    output: Promised,
  }),
};
