import { z } from 'zod';
import { allOf, forAdmins } from '../../endpoint.ts';
import { Amount, ById, MinorUnits, OwnId, PlainDate, Reference, Uuid, Version } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { moneyPermissions } from '../../permissions.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { checkDays, ratePeriod } from './rate-period.ts';

/** What an hour of a person costs the firm. */
export const CostRate = z.object({
  id: Uuid,
  version: Version,
  person: Reference,
  currency: z.string(),
  /** An hour, in minor units. */
  rate: MinorUnits,
  validFrom: PlainDate,
  validTo: PlainDate.nullable(),
});
export type CostRate = z.infer<typeof CostRate>;

const fields = { personId: Uuid, currency: CurrencyCode, rate: Amount.min(1), ...ratePeriod };

const CostRateListQuery = listQuery(['-validFrom', 'validFrom'], {
  personId: Uuid,
  /** Finds the rates that are valid on this day. */
  on: PlainDate,
});

/** A cost rate tells what a person earns, so only people who see all money read it. */
const readers = allOf(...moneyPermissions);
export const costRates = {
  ...listEndpoints('/cost-rates', readers, { query: CostRateListQuery, row: CostRate, total: ListTotal }),
  open: openEndpoint('/cost-rates', readers, CostRate),
  create: createEndpoint('/cost-rates', forAdmins, {
    input: z.object({ id: OwnId, ...fields }).superRefine(checkDays),
    output: CostRate,
  }),
  edit: editEndpoint('/cost-rates', forAdmins, {
    input: ById.extend(fields).superRefine(checkDays),
    output: CostRate,
  }),
  remove: removeEndpoint('/cost-rates', forAdmins),
};
