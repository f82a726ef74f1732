import { useTranslation } from 'react-i18next';
import type { Attribution, AttributionRow } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { formatLocale } from '@daybook/shared/i18n';
import { Amount } from '@daybook/shared/record/amount';
import books from '../common/books.module.css';
import styles from './user-ledger.module.css';

const figures = ['billed', 'collected', 'outstanding'] as const;

/** A month as "March 2026" in the language of the interface. */
const monthText = (month: string): string =>
  new Intl.DateTimeFormat(formatLocale(), { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

/** The persons of one currency, each with its months if they are wanted, and the total. */
export function AttributionTable({
  of: { currency, rows, total },
  byMonth,
}: {
  of: Attribution;
  byMonth: boolean;
}) {
  const { t } = useTranslation('billing');
  const cells = (row: Pick<AttributionRow, (typeof figures)[number]>) =>
    figures.map((name) => {
      const amount = row[name];
      return (
        <td key={name} className={books.figure}>
          {amount !== null && <Amount minor={amount} currency={currency} showCurrency={false} zeroAsDash />}
        </td>
      );
    });
  const labels = {
    billed: t('userLedger.billed'),
    collected: t('userLedger.collected'),
    outstanding: t('field.outstanding'),
  };
  const shown = byMonth ? rows : rows.filter(({ month }) => month === null);
  return (
    <div className={books.scroll}>
      <table className={books.table} aria-label={t('userLedger.inCurrency', { currency })}>
        <thead>
          <tr>
            <th scope="col">{t('userLedger.person')}</th>
            {figures.map((name) => (
              <th key={name} scope="col" className={books.figure}>
                {labels[name]} ({currency})
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr
              key={`${row.person?.id} ${row.month}`}
              className={row.month === null ? styles.person : styles.month}
            >
              <th scope="row">
                <bdi>
                  {row.month === null ? (row.person?.label ?? t('userLedger.nobody')) : monthText(row.month)}
                </bdi>
              </th>
              {cells(row)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={books.edge}>
            <th scope="row">{t('listSum.all')}</th>
            {cells(total)}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
