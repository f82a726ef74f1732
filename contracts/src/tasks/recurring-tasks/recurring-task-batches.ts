import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { taxTreatments } from '../../crm/clients/tax-treatments.ts';
import { Amount, MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { TaxScheme } from '../../identifiers/tax-scheme.ts';
import { catchUps, seriesFields } from '../../recurrence/series.ts';
import { BackFill, recurringTaskTerms } from './recurring-tasks.ts';
import { createEndpoint } from '../../usual-endpoints.ts';

/** The most clients of one call. */
export const mostClients = 200;

const { clientId: _clientId, ...shared } = seriesFields;
const Clients = z.array(Uuid).min(1).max(mostClients);

/** Chosen clients, or all active clients that match the filters. */
const Found = z
  .strictObject({
    groupId: Uuid,
    departmentId: Uuid,
    tag: z.string().trim().min(1).max(40),
    /** The clients' billing entity. */
    entityId: Uuid,
    taxTreatment: z.enum(taxTreatments),
    /** A registration that the clients have. */
    scheme: TaxScheme,
    /** Clients of any kind. */
    all: z.literal(true),
  })
  .partial()
  .refine((found) => Object.values(found).some((value) => value !== undefined), 'REQUIRED');

export const BatchClient = z.object({
  client: Reference,
  isActive: z.boolean(),
  /** A series of the category that the client already has and that has not ended. */
  present: Reference.nullable(),
  /** The client's billing entity, and the currency. */
  entity: Reference,
  currency: z.string(),
  /** The category's fee in that currency, otherwise the service's price. Null without a price; absent if the caller may not see money. */
  fee: MinorUnits.nullish(),
  /** The first due date from today on; null if there is none. */
  nextDue: PlainDate.nullable(),
  /** Past days of the rule; only the last ones if there are many. */
  missed: z.array(PlainDate),
});
export type BatchClient = z.infer<typeof BatchClient>;

const BatchResult = z.object({
  client: Reference,
  /** The new series, unless it was refused. */
  seriesId: Uuid.nullable(),
  /** PRICE_MISSING or another code of the client's field, if a field is at fault. */
  refused: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type BatchResult = z.infer<typeof BatchResult>;

// Billing entity and fee depend on the client, so they are not common terms.
const { billingEntityId: _entity, fee: _fee, ...commonTerms } = recurringTaskTerms;
const terms = { ...shared, ...commonTerms, catchUp: z.enum(catchUps).default('all') };

/** A fee that differs from the usual one, in minor units of the billing entity's currency. Only from callers who may see money. */
const ClientFee = z.strictObject({ clientId: Uuid, fee: Amount });

/** The same recurring work for many clients. */
export const recurringTaskBatches = {
  /** The result for each client, without creating anything. */
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
      /** Whether more clients were found than one call can take. */
      areMore: z.boolean(),
    }),
  }),
  /** Creates a series for each client; each has its own result. A billable series without a price is refused. */
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
