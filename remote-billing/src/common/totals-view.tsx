import { useTranslation } from 'react-i18next';
import type { Invoice, TaxGroupTotal } from '@daybook/contracts/billing/invoices/invoice-record';
import { formatDecimal } from '@daybook/contracts/money/amount-entry';
import { negate, NOTHING } from '@daybook/contracts/money/money';
import type { z } from 'zod';
import { numberLocale } from '@daybook/shared/i18n';
import { Amount, amountText } from '@daybook/shared/record/amount';
import styles from './totals-view.module.css';

/** A document that requests payment also has a payable amount. */
type Totals = Pick<Invoice, 'net' | 'tax' | 'rounding' | 'total' | 'taxGroups'> &
  Partial<Pick<Invoice, 'prepaid' | 'payable' | 'withheldExpected'>>;
type TaxGroup = z.infer<typeof TaxGroupTotal>;

interface TotalsViewProps {
  currency: string;
  totals: Totals;
  /** The sum of the lines, and the discount, allowances and charges on the document, if they differ from the net. */
  before?: { lines: number; discount: number; allowances: number; charges: number };
}

interface Row {
  label: string;
  amount: number;
  kind?: 'detail' | 'sum' | 'main';
}

const given = (label: string, amount: number): Row[] => (amount === 0 ? [] : [{ label, amount }]);

/** The figures below the lines: tax per rate and component, the payable amount, and the expected withholding. */
export function TotalsView({ currency, totals, before }: TotalsViewProps) {
  const { t } = useTranslation('billing');
  const taxRows = useTaxRows();
  const { payable, prepaid = NOTHING, withheldExpected = NOTHING } = totals;
  const isStepped = before !== undefined && before.lines !== totals.net;
  const rows: Row[] = [
    ...(isStepped ? [{ label: t('totals.lines'), amount: before.lines }] : []),
    ...(isStepped ? given(t('totals.discount'), 0 - before.discount) : []),
    ...(isStepped ? given(t('totals.allowances'), before.allowances) : []),
    ...(isStepped ? given(t('totals.charges'), before.charges) : []),
    { label: t('totals.net'), amount: totals.net },
    ...totals.taxGroups.flatMap((group) => taxRows(group, currency)),
    ...given(t('totals.rounding'), totals.rounding),
    { label: t('totals.total'), amount: totals.total, kind: payable === undefined ? 'main' : 'sum' },
    ...given(t('totals.prepaid'), negate(prepaid)),
    ...(payable === undefined
      ? []
      : [{ label: t('totals.payable'), amount: payable, kind: 'main' } as const]),
    ...given(t('totals.withheld'), withheldExpected),
  ];
  return (
    <dl className={styles.totals}>
      {rows.map(({ label, amount, kind }) => (
        <div key={label} className={styles[kind ?? 'row']}>
          <dt>{label}</dt>
          <dd>
            <Amount minor={amount} currency={currency} showCurrency={kind === 'main'} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One row for each component of a rate: "VAT 20 % of 1,000.00", or CGST and SGST with half the rate each. */
function useTaxRows() {
  const { t } = useTranslation('billing');
  const locale = numberLocale();
  return (group: TaxGroup, currency: string): Row[] => {
    const of = amountText(group.net, currency, false);
    if (group.category !== 'S') {
      return [
        {
          label: t('totals.untaxed', { category: t(`taxCategory.${group.category}`), of }),
          amount: group.tax,
        },
      ];
    }
    const rate = formatDecimal(group.rate, locale);
    const [only, ...others] = group.components;
    if (others.length === 0) {
      return [{ label: t('totals.taxOf', { name: only?.name ?? '', rate, of }), amount: group.tax }];
    }
    return [
      { label: t('totals.taxOf', { name: t('totals.tax'), rate, of }), amount: group.tax },
      ...group.components.map(({ name, tax }): Row => ({ label: name, amount: tax, kind: 'detail' })),
    ];
  };
}
