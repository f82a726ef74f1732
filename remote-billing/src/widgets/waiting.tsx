import { useTranslation } from 'react-i18next';
import { dashboards } from '@daybook/contracts/dashboards';
import { listLink } from '@daybook/shared/list-link';
import { amountText } from '@daybook/shared/record/amount';
import { Figures } from '@daybook/shared/charts/figures';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';

/** Finished work that has not been invoiced yet, by currency. */
export default function Waiting() {
  const { t } = useTranslation('billing');
  const read = useRead(dashboards.waiting, {});
  return (
    <ReadView of={read} shape="form">
      {({ rows }) =>
        rows.length === 0 ? (
          <p>{t('widget.nothingWaits')}</p>
        ) : (
          <Figures
            figures={rows.map(({ currency, count, amount }) => ({
              label: t('widget.items', { count }),
              value: amountText(amount, currency),
              to: listLink('pending_item', { status: 'open', currency }),
            }))}
          />
        )
      }
    </ReadView>
  );
}
