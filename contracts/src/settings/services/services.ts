import { z } from 'zod';
import {
  MinorUnits,
  Amount,
  ById,
  OwnId,
  Reference,
  Uuid,
  Version,
  optionalText,
  requiredText,
} from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { BillingRule, usualBillingRule } from '../../tasks/tasks/billing-rules.ts';

/** A service of the firm: tasks are billed as services, and invoice lines start from them. */
const fields = {
  name: requiredText(120),
  departmentId: Uuid.nullish().transform((value) => value ?? null),
  /** India's service code, four to eight digits; empty elsewhere. */
  sacHsn: optionalText(8).pipe(
    z
      .string()
      .regex(/^\d{4,8}$/, 'SAC_HSN')
      .nullable(),
  ),
  /** UN/ECE recommendation 20; C62 is one piece. */
  unit: z
    .string()
    .regex(/^[A-Z0-9]{2,3}$/, 'UNIT_CODE')
    .default('C62'),
  /** Minor units of `currency`; both or neither. */
  price: Amount.nullish().transform((value) => value ?? null),
  currency: CurrencyCode.nullish().transform((value) => value ?? null),
  taxCodeId: Uuid,
  /** Without one, its fees are posted to the account of all fees. */
  incomeAccountId: Uuid.nullish().transform((value) => value ?? null),
  billingRule: usualBillingRule,
};

export const Service = z.object({
  id: Uuid,
  version: Version,
  name: z.string(),
  department: Reference.nullable(),
  sacHsn: z.string().nullable(),
  unit: z.string(),
  price: MinorUnits.nullable(),
  currency: z.string().nullable(),
  taxCode: Reference,
  incomeAccount: Reference.nullable(),
  billingRule: BillingRule.nullable(),
  active: z.boolean(),
});
export type Service = z.infer<typeof Service>;

export const ServiceListQuery = listQuery(['name', '-name'], { active: z.stringbool() });

export const services = {
  ...listEndpoints('/services', 'services', { query: ServiceListQuery, row: Service, total: ListTotal }),
  open: openEndpoint('/services', 'services', Service),
  create: createEndpoint('/services', 'services', {
    input: z.object({ id: OwnId, ...fields }),
    output: Service,
  }),
  edit: editEndpoint('/services', 'services', {
    input: ById.extend(fields).extend({ active: z.boolean() }),
    output: Service,
  }),
  /** Deletes a service that nothing uses; others are deactivated. */
  remove: removeEndpoint('/services', 'services'),
};
