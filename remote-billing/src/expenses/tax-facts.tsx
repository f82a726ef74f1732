import { useTranslation } from 'react-i18next';
import type { Expense } from '@daybook/contracts/billing/expenses/expenses';
import { isTaxed } from '@daybook/contracts/billing/expenses/input-tax';
import type { InputTaxRow } from '@daybook/contracts/billing/expenses/input-tax';
import { sum } from '@daybook/contracts/money/money';
import { Amount, amountText } from '@daybook/shared/record/amount';
import { countryName } from '@daybook/shared/inputs/code-names';
import styles from './expenses.module.css';

/** Who sold, the tax by rate, and how much of it the firm reclaims, as far as the expense states it. */
export function useTaxFacts(expense: Expense) {
  const { t } = useTranslation('billing');
  const { supplierTaxId, supplierCountry, inputTax, tax, currency, reverseCharge, recoverableTax } = expense;
  const owed = sum((inputTax ?? []).map((row) => row.tax));
  const supplier = [supplierTaxId, supplierCountry && countryName(supplierCountry)].filter(Boolean);
  return [
    ...(supplier.length === 0
      ? []
      : [{ label: t('expense.supplierTaxId'), value: <bdi>{supplier.join(', ')}</bdi> }]),
    ...(tax === 0 && inputTax === null
      ? []
      : [{ label: t('expense.inputTax'), value: <Rates rows={inputTax} currency={currency} /> }]),
    ...(reverseCharge
      ? [
          {
            label: t('field.reverseCharge'),
            value: t('expense.taxOwed', { amount: amountText(owed, currency) }),
          },
        ]
      : []),
    ...(recoverableTax === (reverseCharge ? owed : tax)
      ? []
      : [
          {
            label: t('expense.recoverableTax'),
            value: <Amount minor={recoverableTax} currency={currency} />,
          },
        ]),
  ];
}

function Rates({ rows, currency }: { rows: readonly InputTaxRow[] | null; currency: string }) {
  const { t } = useTranslation('billing');
  if (rows === null) return t('expense.ratesNotStated');
  const lineOf = ({ rate, category, net, tax, components }: InputTaxRow): string => {
    const base = amountText(net, currency);
    if (!isTaxed(category)) return `${t(`inputCategory.${category}`)}: ${base}`;
    const names = components.length > 1 ? ` (${components.map(({ name }) => name).join(' + ')})` : '';
    return t('expense.rateOf', { rate, net: base, tax: amountText(tax, currency) }) + names;
  };
  return (
    <ul className={styles.rates}>
      {rows.map((row) => (
        <li key={[row.category, row.rate, row.net, row.tax].join(' ')}>
          <bdi>{lineOf(row)}</bdi>
        </li>
      ))}
    </ul>
  );
}
