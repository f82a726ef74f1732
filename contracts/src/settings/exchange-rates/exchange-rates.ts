import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, OwnId, PlainDate, Uuid, Version, optionalText } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { FxRate } from '../../money/decimal.ts';

/** The price of one unit of `from` in units of `to`, from a day on until the next rate. */
export const ExchangeRate = z.object({
  id: Uuid,
  version: Version,
  from: z.string(),
  to: z.string(),
  date: PlainDate,
  rate: z.string(),
  source: z.string().nullable(),
});
export type ExchangeRate = z.infer<typeof ExchangeRate>;

const fields = {
  from: CurrencyCode,
  to: CurrencyCode,
  date: PlainDate,
  rate: FxRate,
  /** The source of the rate: a central bank, customs. */
  source: optionalText(80),
};

const betweenTwo = ({ from, to }: { from: string; to: string }, context: z.RefinementCtx): void => {
  if (from === to) context.addIssue({ code: 'custom', path: ['to'], message: 'SAME_CURRENCY' });
};

const ExchangeRateListQuery = listQuery(['-date', 'date'], {
  /** Finds rates that have this currency on either side. */
  currency: CurrencyCode,
  from: PlainDate,
  to: PlainDate,
});

/** A stored rate, or the inverse if only the other direction is stored. */
export const KnownRate = ExchangeRate.pick({ date: true, rate: true, source: true });
export type KnownRate = z.infer<typeof KnownRate>;

export const exchangeRates = {
  ...listEndpoints('/exchange-rates', 'setting', {
    query: ExchangeRateListQuery,
    row: ExchangeRate,
    total: ListTotal,
  }),
  /** The rate that a form proposes: the latest on or before a day. */
  known: endpoint({
    method: 'GET',
    path: '/exchange-rates/known',
    allow: 'signedIn',
    input: z.object({ from: CurrencyCode, to: CurrencyCode, date: PlainDate }),
    output: z.object({ known: KnownRate.nullable() }),
  }),
  open: openEndpoint('/exchange-rates', 'setting', ExchangeRate),
  create: createEndpoint('/exchange-rates', 'setting', {
    input: z.object({ id: OwnId, ...fields }).superRefine(betweenTwo),
    output: ExchangeRate,
  }),
  edit: editEndpoint('/exchange-rates', 'setting', {
    input: ById.extend(fields).superRefine(betweenTwo),
    output: ExchangeRate,
  }),
  /** Deletes a rate. Documents keep the rate that they were created with. */
  remove: removeEndpoint('/exchange-rates', 'setting'),
};
