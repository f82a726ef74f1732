import { useTranslation } from 'react-i18next';
import { dashboards, type IncomeSummary } from '@daybook/contracts/dashboards';
import { sum } from '@daybook/contracts/money/money';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { today } from '@daybook/shared/today';
import { CurrencyChoice } from './currency-choice.tsx';
import styles from '../common/books.module.css';

/** What each department earned this month and in the last twelve. */
export default function IncomeByDepartment() {
  const { t } = useTranslation('billing');
  const read = useRead(dashboards.income, { today: today() });
  return (
    <ReadView of={read} shape="form">
      {({ currencies }) => (
        <CurrencyChoice parts={currencies} none={t('widget.noIncome')}>
          {(part) => <Departments part={part} />}
        </CurrencyChoice>
      )}
    </ReadView>
  );
}

function Departments({ part: { currency, rows } }: { part: IncomeSummary['currencies'][number] }) {
  const { t } = useTranslation('billing');
  const figure = (minor: number) => (
    <td className={styles.figure}>
      <Amount minor={minor} currency={currency} showCurrency={false} zeroAsDash />
    </td>
  );
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t('widget.incomeBy', { currency })}>
        <thead>
          <tr>
            <th scope="col">{t('widget.department')}</th>
            <th scope="col" className={styles.figure}>
              {t('widget.thisMonth')} ({currency})
            </th>
            <th scope="col" className={styles.figure}>
              {t('widget.twelveMonths')} ({currency})
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ department, month, year }) => (
            <tr key={department?.id ?? ''}>
              <td>
                <bdi>{department?.label ?? t('widget.noDepartment')}</bdi>
              </td>
              {figure(month)}
              {figure(year)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={styles.edge}>
            <th scope="row">{t('widget.allDepartments')}</th>
            {figure(sum(rows.map(({ month }) => month)))}
            {figure(sum(rows.map(({ year }) => year)))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
