import { useTranslation } from 'react-i18next';
import type { Endpoint } from '@daybook/contracts/endpoint';
import type { MoneyTotal } from '@daybook/contracts/lists';
import type { ZodObject } from 'zod';
import { Amount } from '@daybook/shared/record/amount';
import { Sums } from '@daybook/shared/list/sums';
import { useRead } from '@daybook/shared/read/use-read';
import styles from './common.module.css';

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
  if (data === undefined) return null;
  const sums = data.sums.map(({ currency, amount, open: left }) => ({
    currency,
    sum: (
      <dl className={styles.sum}>
        <div>
          <dt>{t('listSum.all')}</dt>
          <dd>
            <Amount minor={amount} currency={currency} />
          </dd>
        </div>
        {left !== amount && (
          <div>
            <dt>{open}</dt>
            <dd>
              <Amount minor={left} currency={currency} />
            </dd>
          </div>
        )}
      </dl>
    ),
  }));
  return <Sums label={t('listSum.title')} sums={sums} />;
}
