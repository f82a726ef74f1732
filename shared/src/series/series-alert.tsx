import Alert from 'antd/es/alert';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Reference } from '@daybook/contracts/fields';
import { recordPath } from '@daybook/contracts/entities';
import type { SubscriptionOfSeries } from '@daybook/contracts/recurrence/series';
import type { pauseReasons, SeriesStatus } from '@daybook/contracts/recurrence/series-status';
import { useMay } from '@daybook/shared/session';
import { useStatusText } from './series-status.tsx';

interface AlertProps {
  series: {
    status: SeriesStatus;
    pausedFor: (typeof pauseReasons)[number] | null;
    statusReason: string | null;
    predecessor: Reference | null;
    successor: Reference | null;
    client: Reference;
    subscription: SubscriptionOfSeries | null;
  };
  /** What to do about a pause that has no reason from a person. */
  hint: string;
  addressOf: (id: string) => string;
}

/** Why a series is paused or has ended, which series precede and continue it, and the package that it comes with. */
export function SeriesAlert({ series, hint, addressOf }: AlertProps) {
  const { t } = useTranslation('series');
  const stateWords = useStatusText();
  const { status, statusReason, predecessor, successor, subscription } = series;
  const goesOn = (name: string, of: Reference | null): ReactNode =>
    of !== null && (
      <p>
        {name}{' '}
        <Link to={addressOf(of.id)}>
          <bdi>{of.label}</bdi>
        </Link>
      </p>
    );
  return (
    <>
      {status === 'paused' && (
        <Alert
          type="warning"
          showIcon
          title={stateWords(series)}
          description={statusReason === null ? hint : <bdi>{statusReason}</bdi>}
        />
      )}
      {status === 'cancelled' && statusReason !== null && (
        <Alert type="info" showIcon title={stateWords(series)} description={<bdi>{statusReason}</bdi>} />
      )}
      {subscription !== null && <OfPackage client={series.client} subscription={subscription} />}
      {goesOn(t('predecessor'), predecessor)}
      {goesOn(t('successor'), successor)}
    </>
  );
}

interface OfPackageProps {
  client: Reference;
  subscription: SubscriptionOfSeries;
}

/** What the package keeps of the series, and where the package changes. */
function OfPackage({ client, subscription: { label, isPaused } }: OfPackageProps) {
  const { t } = useTranslation('series');
  const maySee = useMay('clients.view');
  return (
    <p>
      {t('ofPackage', { name: label })} {isPaused && t('packagePaused')}{' '}
      {maySee && <Link to={`${recordPath('client', client.id)}?tab=series`}>{t('toPackage')}</Link>}
    </p>
  );
}
