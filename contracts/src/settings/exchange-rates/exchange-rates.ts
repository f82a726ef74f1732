import { z } from 'zod';
import { endpoint, fileOutput } from '../../endpoint.ts';
import { ById, OwnId, PlainDate, Uuid, Version, optionalText } from '../../fields.ts';
import { ListTotal, exportFormat, listQuery, pageOf } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { FxRate } from '../../money/decimal.ts';

/** How many units of `to` one unit of `from` costs, from a day on until the next rate. */
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
  /** Whose rate it is: a central bank, customs. */
  source: optionalText(80),
};

const betweenTwo = ({ from, to }: { from: string; to: string }, context: z.RefinementCtx): void => {
  if (from === to) context.addIssue({ code: 'custom', path: ['to'], message: 'SAME_CURRENCY' });
};

const ExchangeRateListQuery = listQuery(['-date', 'date'], {
  /** On either side. */
  currency: CurrencyCode,
  from: PlainDate,
  to: PlainDate,
});

/** Of the table as it is, or turned round where only the other direction is kept. */
export const KnownRate = ExchangeRate.pick({ date: true, rate: true, source: true });
export type KnownRate = z.infer<typeof KnownRate>;

export const exchangeRates = {
  list: endpoint({
    method: 'GET',
    path: '/exchange-rates',
    allow: 'setting',
    input: ExchangeRateListQuery,
    output: pageOf(ExchangeRate),
  }),
  total: endpoint({
    method: 'GET',
    path: '/exchange-rates/total',
    allow: 'setting',
    input: ExchangeRateListQuery,
    output: ListTotal,
  }),
  export: endpoint({
    method: 'GET',
    path: '/exchange-rates/export',
    allow: 'setting',
    file: true,
    input: ExchangeRateListQuery.extend({ format: exportFormat }),
    output: fileOutput,
  }),
  /** What a form proposes: the latest rate on or before a day. */
  known: endpoint({
    method: 'GET',
    path: '/exchange-rates/known',
    allow: 'signedIn',
    input: z.object({ from: CurrencyCode, to: CurrencyCode, date: PlainDate }),
    output: z.object({ known: KnownRate.nullable() }),
  }),
  open: endpoint({
    method: 'GET',
    path: '/exchange-rates/:id',
    allow: 'setting',
    input: ById,
    output: ExchangeRate,
  }),
  create: endpoint({
    method: 'POST',
    path: '/exchange-rates',
    allow: 'setting',
    input: z.object({ id: OwnId, ...fields }).superRefine(betweenTwo),
    output: ExchangeRate,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/exchange-rates/:id',
    allow: 'setting',
    versioned: true,
    input: ById.extend(fields).superRefine(betweenTwo),
    output: ExchangeRate,
  }),
  /** Documents keep the rate they were made at. */
  remove: endpoint({
    method: 'DELETE',
    path: '/exchange-rates/:id',
    allow: 'setting',
    versioned: true,
    input: ById,
    output: z.object({}),
  }),
};
