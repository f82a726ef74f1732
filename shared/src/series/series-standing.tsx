import Alert from 'antd/es/alert';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Reference } from '@daybook/contracts/fields';
import type { pauseReasons, SeriesState } from '@daybook/contracts/recurrence/series';
import { useStateWords } from './series-state.tsx';

interface StandingProps {
  series: {
    state: SeriesState;
    pausedFor: (typeof pauseReasons)[number] | null;
    stateReason: string | null;
    predecessor: Reference | null;
    successor: Reference | null;
  };
  /** What can be done about a pause that nobody gave a reason for. */
  hint: string;
  addressOf: (id: string) => string;
}

/** Why a series rests or has ended, and which are before and after it. */
export function SeriesStanding({ series, hint, addressOf }: StandingProps) {
  const { t } = useTranslation('series');
  const stateWords = useStateWords();
  const { state, stateReason, predecessor, successor } = series;
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
      {state === 'paused' && (
        <Alert
          type="warning"
          showIcon
          title={stateWords(series)}
          description={stateReason === null ? hint : <bdi>{stateReason}</bdi>}
        />
      )}
      {state === 'cancelled' && stateReason !== null && (
        <Alert type="info" showIcon title={stateWords(series)} description={<bdi>{stateReason}</bdi>} />
      )}
      {goesOn(t('predecessor'), predecessor)}
      {goesOn(t('successor'), successor)}
    </>
  );
}
