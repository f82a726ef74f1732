import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import type { withholdingEntries } from '@daybook/contracts/receivables/withholding/withholding-entries';
import {
  dateColumn,
  moneyColumn,
  statusColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { useQuarterWord, useStateWord } from './words.ts';
import styles from './withholding.module.css';

const labels = (of: readonly { label: string }[]): string => of.map(({ label }) => label).join(', ');

export function useWithholdingColumns(open: (id: string) => void): ColumnsOf<typeof withholdingEntries> {
  const { t } = useTranslation('billing');
  const stateOf = useStateWord();
  const quarterOf = useQuarterWord();
  return [
    {
      title: t('field.client'),
      isHeading: true,
      render: ({ id, client }) => (
        <Button type="link" className={styles.name ?? ''} onClick={() => open(id)}>
          <bdi>{client.label}</bdi>
        </Button>
      ),
    },
    textColumn(t('withholding.quarter'), quarterOf, { name: 'quarter', width: 110, isHidden: true }),
    dateColumn(t('withholding.deductedOn'), (row) => row.deductedOn, { sort: 'date' }),
    textColumn(t('receipt.section'), (row) => row.section, { name: 'section', width: 90 }),
    textColumn(t('collection.receipt'), (row) => row.source.label, { name: 'receipt', width: 110 }),
    textColumn(t('withholding.invoices'), (row) => labels(row.invoices), {
      name: 'invoices',
      isShort: true,
      isHidden: true,
    }),
    textColumn(t('field.entity'), (row) => row.entity.label, {
      name: 'entity',
      isShort: true,
      isHidden: true,
    }),
    moneyColumn(
      t('withholding.base'),
      (row) => row.base,
      (row) => row.currency,
      { name: 'base', isHidden: true },
    ),
    textColumn(t('withholding.rate'), (row) => row.rate, { name: 'rate', width: 70, isHidden: true }),
    moneyColumn(
      t('receipt.withheld'),
      (row) => row.amount,
      (row) => row.currency,
    ),
    moneyColumn(
      t('withholding.awaited'),
      (row) => row.open,
      (row) => row.currency,
      { zeroAsDash: true },
    ),
    statusColumn(t('field.status'), stateOf),
    textColumn(t('withholding.certificates'), (row) => labels(row.certificates), {
      name: 'certificates',
      isShort: true,
      isHidden: true,
    }),
  ];
}
