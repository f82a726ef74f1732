import { z } from 'zod';
import { Amount, ById, MinorUnits, OwnId, PlainDate, Reference, Uuid, Version } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { checkDays, ratePeriod } from './rate-period.ts';

/** What an hour costs clients. */
export const ChargeRate = z.object({
  id: Uuid,
  version: Version,
  /** Whose hours: a client with a person or a service, one of the three alone, or all of the firm if none is named. */
  client: Reference.nullable(),
  service: Reference.nullable(),
  person: Reference.nullable(),
  currency: z.string(),
  /** An hour, in minor units. */
  rate: MinorUnits,
  validFrom: PlainDate,
  validTo: PlainDate.nullable(),
});
export type ChargeRate = z.infer<typeof ChargeRate>;

const OptionalId = Uuid.nullish().transform((value) => value ?? null);

const fields = {
  clientId: OptionalId,
  serviceId: OptionalId,
  personId: OptionalId,
  currency: CurrencyCode,
  rate: Amount.min(1),
  ...ratePeriod,
};

interface Given {
  serviceId: string | null;
  personId: string | null;
  validFrom: string;
  validTo: string | null;
}

function check(given: Given, context: z.RefinementCtx): void {
  checkDays(given, context);
  if (given.serviceId !== null && given.personId !== null)
    context.addIssue({ code: 'custom', path: ['serviceId'], message: 'PERSON_OR_SERVICE' });
}

const ChargeRateListQuery = listQuery(['-validFrom', 'validFrom'], {
  clientId: Uuid,
  serviceId: Uuid,
  personId: Uuid,
  currency: CurrencyCode,
  /** Finds the rates that are valid on this day. */
  on: PlainDate,
});

export const chargeRates = {
  ...listEndpoints('/charge-rates', 'services', {
    query: ChargeRateListQuery,
    row: ChargeRate,
    total: ListTotal,
  }),
  open: openEndpoint('/charge-rates', 'services', ChargeRate),
  create: createEndpoint('/charge-rates', 'services', {
    input: z.object({ id: OwnId, ...fields }).superRefine(check),
    output: ChargeRate,
  }),
  edit: editEndpoint('/charge-rates', 'services', {
    input: ById.extend(fields).superRefine(check),
    output: ChargeRate,
  }),
  /** Deletes a rate. Hours that were billed keep theirs. */
  remove: removeEndpoint('/charge-rates', 'services'),
};
