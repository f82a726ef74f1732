import { useTranslation } from 'react-i18next';
import {
  statutoryInterest,
  type InterestLine,
  type StatutoryInterest,
} from '@daybook/contracts/receivables/statutory-interest/statutory-interest';
import { numberLocale } from '@daybook/shared/i18n';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { dateText } from '@daybook/shared/record/date-text';
import { Facts, RecordSection } from '@daybook/shared/record/record-screen';
import { InvoiceLink } from '../common/invoice-link.tsx';
import styles from './follow-up.module.css';

const percentText = (percent: string): string =>
  new Intl.NumberFormat(numberLocale(), { style: 'percent', maximumFractionDigits: 2 }).format(
    Number(percent) / 100,
  );

/** What the law would give for late payment by today, with its formula. Nothing is shown where it gives nothing. */
export function InterestEstimate({ clientId }: { clientId: string }) {
  const { t } = useTranslation('billing');
  const { data } = useRead(statutoryInterest.open, { id: clientId });
  if (data === undefined || data.rows.length === 0) return null;
  return (
    <RecordSection title={t('statutory.title')}>
      {data.rows.map((row) => (
        <Estimate key={`${row.entity.id} ${row.currency}`} row={row} isOne={data.rows.length === 1} />
      ))}
      <p className={styles.quiet}>{t('statutory.means')}</p>
    </RecordSection>
  );
}

function Estimate({ row, isOne }: { row: StatutoryInterest; isOne: boolean }) {
  const { t } = useTranslation('billing');
  const { entity, currency, law, interest, flatSums, knownUntil, lines } = row;
  const money = (amount: number) => <Amount minor={amount} currency={currency} />;
  return (
    <>
      <Facts
        areFigures
        facts={[
          ...(isOne ? [] : [{ label: t('field.entity'), value: <bdi>{entity.label}</bdi> }]),
          { label: t('statutory.interest'), value: money(interest) },
          ...(flatSums === null ? [] : [{ label: t('statutory.flatSums'), value: money(flatSums) }]),
        ]}
      />
      <p>{t(`statutory.law.${law}`)}</p>
      {knownUntil !== null && <p>{t('statutory.knownUntil', { date: dateText(knownUntil) })}</p>}
      <details>
        <summary>{t('statutory.invoices', { count: lines.length })}</summary>
        <ul className={styles.events}>
          {lines.map((line) => (
            <Line key={`${line.invoice.id} ${line.dueOn}`} line={line} currency={currency} />
          ))}
        </ul>
      </details>
    </>
  );
}

function Line({ line, currency }: { line: InterestLine; currency: string }) {
  const { t } = useTranslation('billing');
  const { invoice, amount, daysLate, ratesPct, interest } = line;
  return (
    <li className={styles.event}>
      <div className={styles.eventHead}>
        <InvoiceLink invoice={invoice} />
        <Amount minor={amount} currency={currency} />
        <span className={styles.quiet}>
          {t('statutory.days', { count: daysLate, rates: ratesPct.map(percentText).join(', ') })}
        </span>
        <Amount minor={interest} currency={currency} />
      </div>
    </li>
  );
}
