import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { periodLocks } from '@daybook/contracts/settings/period-locks';
import { dateText } from '@daybook/shared/ui/date-text';
import { ReadView } from '@daybook/shared/ui/read-view';
import { useRead } from '@daybook/shared/ui/use-read';
import { PeriodLockRecord } from './period-lock-record.tsx';

/** Up to which day the books of each billing entity are closed, and who may still post there. */
export default function PeriodLocks() {
  const { t } = useTranslation('settings');
  const read = useRead(periodLocks.list, {});
  const [params, setParams] = useSearchParams();
  return (
    <ReadView of={read} shape="record">
      {({ rows }) => {
        const chosen = rows.find(({ entity }) => entity.id === params.get('entityId')) ?? rows[0];
        if (chosen === undefined) return <p>{t('periodLock.noEntity')}</p>;
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
      }}
    </ReadView>
  );
}
