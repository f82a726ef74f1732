import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, OwnId, PlainDate, Uuid, Version, requiredText } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { createEndpoint, editEndpoint, listEndpoints, openEndpoint } from '../../usual-endpoints.ts';
import { Percentage, canonicalDecimal } from '../../money/decimal.ts';
import { TaxCategory } from '../../money/tax-split.ts';
import { Regime } from '../billing-entities/regimes.ts';

export const TaxKind = z.enum(['GST', 'VAT', 'JCT', 'SALES', 'NONE']);
export type TaxKind = z.infer<typeof TaxKind>;

/** Valid from its date until the next rate. */
export const TaxRate = z.object({ validFrom: PlainDate, rate: z.string() });
export type TaxRate = z.infer<typeof TaxRate>;

export const TaxCode = z.object({
  id: Uuid,
  version: Version,
  code: z.string(),
  name: z.string(),
  regime: Regime,
  kind: TaxKind,
  category: TaxCategory,
  /** Newest first. */
  rates: z.array(TaxRate),
  /** Today's rate; null before the first one. */
  rate: z.string().nullable(),
  active: z.boolean(),
});
export type TaxCode = z.infer<typeof TaxCode>;

const fields = {
  code: z
    .string()
    .trim()
    .regex(/^[A-Z0-9][A-Z0-9.%_-]{0,19}$/, 'TAX_CODE'),
  name: requiredText(80),
  regime: Regime,
  kind: TaxKind,
  category: TaxCategory,
};

/** Only standard-rated supplies have a rate above zero (EN 16931 BR-Z-5, BR-E-5 and similar rules). */
const checkRate = (
  { category, rate }: { category: TaxCategory; rate: string },
  context: z.RefinementCtx,
): void => {
  if (category !== 'S' && canonicalDecimal(rate) !== '0')
    context.addIssue({ code: 'custom', path: ['rate'], message: 'RATE_WITHOUT_TAX' });
};

const TaxCodeListQuery = listQuery(['code', '-code'], { active: z.stringbool(), regime: Regime });

/** Tax codes belong to the services and need their permission. */
export const taxCodes = {
  ...listEndpoints('/tax-codes', 'services', { query: TaxCodeListQuery, row: TaxCode, total: ListTotal }),
  open: openEndpoint('/tax-codes', 'services', TaxCode),
  /** Creates a code with its first rate. */
  create: createEndpoint('/tax-codes', 'services', {
    input: z.object({ id: OwnId, ...fields, rate: Percentage, validFrom: PlainDate }).superRefine(checkRate),
    output: TaxCode,
  }),
  /** Changes a code. Its regime, kind and category cannot change once the code is used. */
  edit: editEndpoint('/tax-codes', 'services', {
    input: ById.extend(fields).extend({ active: z.boolean() }),
    output: TaxCode,
  }),
  addRate: endpoint({
    method: 'POST',
    path: '/tax-codes/:id/rates',
    allow: 'services',
    versioned: true,
    input: ById.extend({ rate: Percentage, validFrom: PlainDate }),
    output: TaxCode,
  }),
  /** Removes a rate that is not in force yet, or any rate of an unused code. */
  removeRate: endpoint({
    method: 'DELETE',
    path: '/tax-codes/:id/rates/:validFrom',
    allow: 'services',
    versioned: true,
    input: ById.extend({ validFrom: PlainDate }),
    output: TaxCode,
  }),
};
