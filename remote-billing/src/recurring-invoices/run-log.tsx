import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { invoiceStatuses } from '@daybook/contracts/billing/invoices/invoice-record';
import type { SeriesRun } from '@daybook/contracts/recurrence/series-steps';
import { useMay } from '@daybook/shared/session';
import { Amount } from '@daybook/shared/record/amount';
import type { SteppedSeries } from '@daybook/shared/series/series-day-menu';
import { SeriesRuns } from '@daybook/shared/series/series-runs';
import { invoiceAddress } from '../common/addresses.ts';
import { InvoiceStatusTag } from '../common/invoice-status.tsx';
import styles from './recurring.module.css';

/** The outcome of each period. */
export function RunLog({ series }: { series: SteppedSeries }) {
  const { t } = useTranslation('billing');
  return <SeriesRuns series={series} outcome={t('recurring.outcome')} Made={Made} />;
}

function Made({ made }: Pick<SeriesRun, 'made'>) {
  const { t } = useTranslation('billing');
  const mayOpen = useMay('invoices.view');
  if (made === null) return <span className={styles.quiet}>{t('recurring.gone')}</span>;
  const name = made.label || t('draft');
  const status = invoiceStatuses.find((one) => one === made.status);
  return (
    <>
      {mayOpen ? <Link to={invoiceAddress(made.id)}>{name}</Link> : name}{' '}
      {made.amount !== null && <Amount minor={made.amount.minor} currency={made.amount.currency} />}{' '}
      {status !== undefined && made.label !== '' && (
        <InvoiceStatusTag invoice={{ status, isOverdue: false }} />
      )}
    </>
  );
}
