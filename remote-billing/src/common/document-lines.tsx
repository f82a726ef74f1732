import { useTranslation } from 'react-i18next';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { formatDecimal, formatPrice } from '@daybook/contracts/money/amount-entry';
import { numberLocale } from '@daybook/shared/i18n';
import { Amount } from '@daybook/shared/record/amount';
import { RecordSection } from '@daybook/shared/record/record-screen';
import type { Column } from '@daybook/shared/list/columns';
import { RowTable } from '@daybook/shared/list/row-table';
import { useNarrow } from '@daybook/shared/list/use-narrow';
import styles from './document.module.css';

type Line = Invoice['lines'][number];

const decimal = (value: string) => <bdi dir="ltr">{formatDecimal(value, numberLocale())}</bdi>;
const price = (value: string, currency: string) => (
  <bdi dir="ltr">{formatPrice(value, currency, numberLocale())}</bdi>
);
const isDiscounted = ({ discountPct, discount }: Line): boolean =>
  Number(discountPct ?? 0) !== 0 || (discount ?? 0) !== 0;

/** The lines of a document as they were billed. On a phone, the details of a line stand below its description. */
export function DocumentLines({ document }: { document: Pick<Invoice, 'currency' | 'lines'> }) {
  const { t } = useTranslation('billing');
  const isNarrow = useNarrow();
  const { currency, lines } = document;
  const details = useDetails(document);
  const columns: Column<Line, never>[] = [
    {
      title: t('line.description'),
      ...(!isNarrow && { width: 260 }),
      render: (line) => (
        <>
          <bdi className={styles.words}>{line.description}</bdi>
          {line.sacHsn !== null && <div>{t('line.code', { code: line.sacHsn })}</div>}
          {line.kind === 'disbursement' && <div>{t('lineKind.disbursement')}</div>}
          {isNarrow && <LineDetails line={line} currency={currency} />}
        </>
      ),
    },
    ...(isNarrow ? [] : details),
    {
      title: `${t('line.amount')} (${currency})`,
      align: 'end',
      render: (line) => <Amount minor={line.amount} currency={currency} showCurrency={false} />,
    },
  ];
  return (
    <RecordSection title={t('lines.title')}>
      <RowTable label={t('lines.title')} rows={lines} columns={columns} isDense isFluid={isNarrow} />
    </RecordSection>
  );
}

function useDetails({ currency, lines }: Pick<Invoice, 'currency' | 'lines'>): Column<Line, never>[] {
  const { t } = useTranslation('billing');
  const discounts: Column<Line, never>[] = [
    {
      title: t('line.discount'),
      align: 'end',
      render: (line) => <Discount line={line} currency={currency} />,
    },
  ];
  return [
    { title: t('line.qty'), align: 'end', render: (line) => decimal(line.qty) },
    { title: t('line.unit'), render: (line) => <Unit line={line} /> },
    {
      title: t('line.unitPrice'),
      align: 'end',
      render: (line) => price(line.unitPrice, currency),
    },
    ...(lines.some(isDiscounted) ? discounts : []),
    { title: t('line.tax'), render: (line) => <bdi>{line.taxCode.label}</bdi> },
  ];
}

function Unit({ line }: { line: Line }) {
  const { t } = useTranslation('billing');
  return t(`unit.${line.unit}`, { defaultValue: line.unit });
}

function Discount({ line, currency }: { line: Line; currency: string }) {
  if (!isDiscounted(line)) return '–';
  if (line.discountPct === null) {
    return <Amount minor={line.discount ?? 0} currency={currency} showCurrency={false} />;
  }
  return <bdi dir="ltr">{formatDecimal(line.discountPct, numberLocale())}%</bdi>;
}

function LineDetails({ line, currency }: { line: Line; currency: string }) {
  const { t } = useTranslation('billing');
  return (
    <div className={styles.details}>
      <bdi>
        {decimal(line.qty)} <Unit line={line} /> × {price(line.unitPrice, currency)} ·{' '}
        <bdi>{line.taxCode.label}</bdi>
        {isDiscounted(line) && (
          <>
            {' · '}
            {t('line.discount')} <Discount line={line} currency={currency} />
          </>
        )}
      </bdi>
    </div>
  );
}
