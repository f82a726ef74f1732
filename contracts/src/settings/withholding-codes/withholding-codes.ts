import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { Amount, ById, OwnId, PlainDate, Uuid, Version, requiredText } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { Percentage } from '../../money/decimal.ts';
import { NOTHING } from '../../money/money.ts';
import {
  WithholdingBase,
  WithholdingCounting,
  WithholdingDir,
  WithholdingUnit,
} from '../../money/withholding.ts';

/** The rate of the amount above `above`. */
const TierInput = z.strictObject({ above: Amount.min(1), rate: Percentage });

const rateFields = {
  validFrom: PlainDate,
  rate: Percentage,
  /** Minor units of the code's currency, as in the tiers. Nothing is withheld until the counted amount exceeds the threshold. */
  threshold: Amount.nullish().transform((value) => value ?? NOTHING),
  tiers: z.array(TierInput).max(9).default([]),
};

/** Valid from its date until the next rate; a section ends with a rate of 0. */
export const WithholdingRate = z.object({
  validFrom: PlainDate,
  rate: z.string(),
  threshold: Amount,
  tiers: z.array(z.object({ above: Amount, rate: z.string() })),
});
export type WithholdingRate = z.infer<typeof WithholdingRate>;

export const WithholdingCode = z.object({
  id: Uuid,
  version: Version,
  section: z.string(),
  name: z.string(),
  currency: z.string(),
  base: WithholdingBase,
  counting: WithholdingCounting,
  roundTo: WithholdingUnit,
  roundDir: WithholdingDir,
  /** Newest first. */
  rates: z.array(WithholdingRate),
  /** Today's rate of the lowest tier; null before the first rate. */
  rate: z.string().nullable(),
  active: z.boolean(),
});
export type WithholdingCode = z.infer<typeof WithholdingCode>;

const fields = {
  /** The section as certificates and returns name it. */
  section: requiredText(30),
  name: requiredText(80),
  currency: CurrencyCode,
  base: WithholdingBase,
  counting: WithholdingCounting,
  roundTo: WithholdingUnit,
  roundDir: WithholdingDir,
};

const checkTiers = ({ tiers }: { tiers: readonly { above: number }[] }, context: z.RefinementCtx): void => {
  tiers.forEach(({ above }, row) => {
    if (above <= (tiers[row - 1]?.above ?? 0))
      context.addIssue({ code: 'custom', path: ['tiers', row, 'above'], message: 'TIER_ORDER' });
  });
};

const WithholdingCodeListQuery = listQuery(['section', '-section'], { active: z.stringbool() });

/** Withholding codes belong to the services, as tax codes do. */
export const withholdingCodes = {
  ...listEndpoints('/withholding-codes', 'services', {
    query: WithholdingCodeListQuery,
    row: WithholdingCode,
    total: ListTotal,
  }),
  open: openEndpoint('/withholding-codes', 'services', WithholdingCode),
  /** Creates a code with its first rate. */
  create: createEndpoint('/withholding-codes', 'services', {
    input: z.object({ id: OwnId, ...fields, ...rateFields }).superRefine(checkTiers),
    output: WithholdingCode,
  }),
  /** Changes a code. Its counting rules cannot change once clients or invoices use the code. */
  edit: editEndpoint('/withholding-codes', 'services', {
    input: ById.extend(fields).extend({ active: z.boolean() }),
    output: WithholdingCode,
  }),
  /** Deletes a code that nothing uses; others are deactivated. */
  remove: removeEndpoint('/withholding-codes', 'services'),
  addRate: endpoint({
    method: 'POST',
    path: '/withholding-codes/:id/rates',
    allow: 'services',
    versioned: true,
    input: ById.extend(rateFields).superRefine(checkTiers),
    output: WithholdingCode,
  }),
  /** Removes a rate that is not in force yet, or any rate of an unused code. */
  removeRate: endpoint({
    method: 'DELETE',
    path: '/withholding-codes/:id/rates/:validFrom',
    allow: 'services',
    versioned: true,
    input: ById.extend({ validFrom: PlainDate }),
    output: WithholdingCode,
  }),
};
