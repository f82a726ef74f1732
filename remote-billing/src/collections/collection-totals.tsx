import { useTranslation } from 'react-i18next';
import type { CollectionTotal } from '@daybook/contracts/receivables/collections/collections';
import { amountText } from '@daybook/shared/record/amount';
import { Figures } from '@daybook/shared/charts/figures';
import { dateText } from '@daybook/shared/record/date-text';
import { receiptsLink, type ReportFilter } from './row-filter.ts';
import styles from './collections.module.css';

const shown = ['net', 'withheld', 'bankCharge', 'gross', 'unallocated'] as const;

/** The figures of the whole period, a row for each currency, and what they are compared with. */
export function CollectionTotals({ total, filter }: { total: CollectionTotal; filter: ReportFilter }) {
  const { t } = useTranslation('billing');
  const { period, periodBefore, currencies } = total;
  return (
    <div className={styles.totals}>
      {currencies.map((one) => {
        const text = (amount: number) => amountText(amount, one.currency);
        const to = receiptsLink({ filter, keys: [], period, currency: one.currency });
        const others = [
          ...(one.before === null ? [] : [{ label: t('collection.before'), value: text(one.before.net) }]),
          ...(one.creditNotesRefunded === null || one.creditNotesRefunded === 0
            ? []
            : [{ label: t('collection.creditNotesRefunded'), value: text(one.creditNotesRefunded) }]),
        ];
        return (
          <section key={one.currency} aria-label={t('collection.inCurrency', { currency: one.currency })}>
            <Figures
              figures={[
                ...shown.map((name) => ({ label: t(`collection.${name}`), value: text(one[name]), to })),
                ...others,
              ]}
            />
          </section>
        );
      })}
      {periodBefore !== null && (
        <p className={styles.note}>
          {t('collection.compared', { from: dateText(periodBefore.from), to: dateText(periodBefore.to) })}{' '}
          {t('collection.crmNote')}
        </p>
      )}
    </div>
  );
}
