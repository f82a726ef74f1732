import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { taxTreatments } from '../../crm/clients/tax-treatments.ts';
import { Amount, MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { TaxScheme } from '../../identifiers/tax-scheme.ts';
import { catchUps, seriesFields } from '../../recurrence/series.ts';
import { BackFill, recurringTaskTerms } from './recurring-tasks.ts';
import { createEndpoint } from '../../usual-endpoints.ts';

/** So many clients get the work of a category in one call. */
export const mostClients = 200;

const { clientId: _clientId, ...shared } = seriesFields;
const Clients = z.array(Uuid).min(1).max(mostClients);

/** Some clients by name, or all active ones that are found. */
const Found = z
  .strictObject({
    groupId: Uuid,
    departmentId: Uuid,
    tag: z.string().trim().min(1).max(40),
    /** Who bills them. */
    entityId: Uuid,
    taxTreatment: z.enum(taxTreatments),
    /** A registration that they have. */
    scheme: TaxScheme,
    /** Of whatever kind. */
    all: z.literal(true),
  })
  .partial()
  .refine((found) => Object.values(found).some((value) => value !== undefined), 'REQUIRED');

export const BatchClient = z.object({
  client: Reference,
  isActive: z.boolean(),
  /** A series of the category that it has already, not ended. */
  present: Reference.nullable(),
  /** Who bills the client, and in which currency. */
  entity: Reference,
  currency: z.string(),
  /** What the category asks in that currency, else what the service costs; null without a price, absent for who may not see money. */
  fee: MinorUnits.nullish(),
  /** The first day on which it would be due, from today on; null when it never is. */
  nextDue: PlainDate.nullable(),
  /** Days of the rule that would have passed already; of many the last. */
  missed: z.array(PlainDate),
});
export type BatchClient = z.infer<typeof BatchClient>;

const BatchResult = z.object({
  client: Reference,
  /** The new series, unless it was refused. */
  seriesId: Uuid.nullable(),
  /** By the code of the client's field where it has one: PRICE_MISSING. */
  refused: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type BatchResult = z.infer<typeof BatchResult>;

// Who bills a client is the client's, and so is the fee.
const { billingEntityId: _entity, fee: _fee, ...commonTerms } = recurringTaskTerms;
const terms = { ...shared, ...commonTerms, catchUp: z.enum(catchUps).default('all') };

/** Another fee than the usual one, in minor units of the currency of who bills the client. Only from who may see money. */
const ClientFee = z.strictObject({ clientId: Uuid, fee: Amount });

/** The same work for many clients. */
export const recurringTaskBatches = {
  /** What would come of it, client by client. */
  preview: endpoint({
    method: 'POST',
    path: '/recurring-tasks/batches/preview',
    allow: 'recurring_tasks.create',
    reads: true,
    input: z.object({
      categoryId: Uuid,
      serviceId: recurringTaskTerms.serviceId,
      rule: shared.rule,
      startsOn: shared.startsOn,
      ends: shared.ends,
      endsOn: shared.endsOn,
      endsAfter: shared.endsAfter,
      clientIds: z.array(Uuid).max(mostClients).default([]),
      found: Found.optional(),
    }),
    output: z.object({
      clients: z.array(BatchClient),
      /** More were found than one call takes. */
      areMore: z.boolean(),
    }),
  }),
  /** A series for each; each answers for itself: one that is to be billed and has no price is refused. */
  create: createEndpoint('/recurring-tasks/batches', 'recurring_tasks.create', {
    input: z.object({
      ...terms,
      clientIds: Clients,
      fees: z.array(ClientFee).max(mostClients).default([]),
      create: BackFill,
    }),
    output: z.object({ results: z.array(BatchResult) }),
  }),
};
