import Button from 'antd/es/button';
import type { TFunction } from 'i18next';
import { formatDecimal } from '@daybook/contracts/money/amount-entry';
import { numberLocale } from '@daybook/shared/i18n';
import { actionsColumn, type Column } from '@daybook/shared/list/columns';
import { activeColumn } from '../active-column.tsx';

interface Code {
  id: string;
  /** The rate that applies today. */
  rate: string | null;
  active: boolean;
}

/** The last columns of every list of codes with rates. A button shows the code's rates by date. */
export const rateColumns = <Row extends Code>(
  t: TFunction<'settings'>,
  showRates: (code: Row) => void,
): Column<Row, never>[] => [
  {
    title: t('taxCode.rate'),
    align: 'end',
    width: 110,
    render: ({ rate }) => (rate === null ? '–' : `${formatDecimal(rate, numberLocale())} %`),
  },
  activeColumn(t),
  actionsColumn(t('actions'), (code) => (
    <Button size="small" onClick={() => showRates(code)}>
      {t('taxCode.rates')}
    </Button>
  )),
];
