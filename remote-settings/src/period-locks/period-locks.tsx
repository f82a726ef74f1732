import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import { dateText } from '@daybook/shared/record/date-text';
import { ReadView } from '@daybook/shared/read/read-view';
import { RecordScreen } from '@daybook/shared/record/record-screen';
import { useRead } from '@daybook/shared/read/use-read';
import { PeriodLockRecord } from './period-lock-record.tsx';

/** The closing date of each billing entity, and the people with an exception. */
export default function PeriodLocks() {
  const { t } = useTranslation('settings');
  const read = useRead(periodLocks.list, {});
  const [params, setParams] = useSearchParams();
  const rows = read.data?.rows ?? [];
  const chosen = rows.find(({ entity }) => entity.id === params.get('entityId')) ?? rows[0];
  if (chosen === undefined)
    return (
      <RecordScreen title={t('periodLock.title')}>
        <ReadView of={read}>{() => <p>{t('periodLock.noEntity')}</p>}</ReadView>
      </RecordScreen>
    );
  const choice = (
    <Select
      aria-label={t('periodLock.entity')}
      value={chosen.entity.id}
      onChange={(entityId) => setParams({ entityId })}
      popupMatchSelectWidth={false}
      options={rows.map(({ entity, lockedUntil }) => ({
        value: entity.id,
        label:
          lockedUntil === null
            ? entity.label
            : t('periodLock.choice', { name: entity.label, until: dateText(lockedUntil) }),
      }))}
    />
  );
  return <PeriodLockRecord key={chosen.entity.id} entityId={chosen.entity.id} choice={choice} />;
}
