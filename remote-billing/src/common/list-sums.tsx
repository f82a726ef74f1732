import { useTranslation } from 'react-i18next';
import type { Endpoint } from '@daybook/contracts/endpoint';
import type { MoneyTotal } from '@daybook/contracts/lists';
import type { ZodObject } from 'zod';
import { useRead } from '@daybook/shared/read/use-read';
import { FigureSums } from './figure-sums.tsx';

type MoneyEndpoint = Endpoint<ZodObject, typeof MoneyTotal>;

interface ListSumsProps {
  /** The endpoint that counts the list. */
  of: MoneyEndpoint;
  list: { q: string; filter: object };
  /** Label of the open part. */
  open: string;
}

/** The total of everything found, by currency, and the open part of it. The list itself sends the same request for its count. */
export function ListSums({ of, list: { q, filter }, open }: ListSumsProps) {
  const { t } = useTranslation('billing');
  const { data } = useRead(of, { q: q || undefined, filter });
  const isAllOpen = data?.sums.every(({ amount, open: left }) => left === amount) ?? false;
  return (
    <FigureSums
      sums={data?.sums.map(({ currency, amount, open: left }) => ({
        currency,
        figures: [[t('listSum.all'), amount], ...(isAllOpen ? [] : [[open, left] as const])],
      }))}
    />
  );
}
