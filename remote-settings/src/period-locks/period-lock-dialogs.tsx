import { useTranslation } from 'react-i18next';
import { periodLocks, type PeriodLock } from '@daybook/contracts/settings/period-locks/period-locks';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { dateText } from '@daybook/shared/record/date-text';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { LongText } from '@daybook/shared/inputs/long-text';

interface DialogProps {
  lock: PeriodLock;
  onClose: () => void;
}

const MoveField = fieldOf(periodLocks.move);
const ExceptField = fieldOf(periodLocks.except);
const reason = <LongText rows={[2, 8]} maxLength={500} />;

/** The last day of the previous month, which is usually closed when a new month starts. */
const endOfLastMonth = (): string => {
  const day = new Date(`${today().slice(0, 7)}-01T00:00:00Z`);
  day.setUTCDate(0);
  return day.toISOString().slice(0, 10);
};

export function LockDialog({ lock: { entity, lockedUntil }, onClose }: DialogProps) {
  const { t } = useTranslation('settings');
  return (
    <FormDialog
      title={t('periodLock.setQuestion', { name: entity.label })}
      consequence={t('periodLock.setMeans')}
      endpoint={periodLocks.move}
      initial={{ lockedUntil: endOfLastMonth() }}
      fixed={{ id: entity.id }}
      verb={t('periodLock.set')}
      onSaved={(saved) => {
        notify.success(
          saved.lockedUntil === null
            ? t('periodLock.lifted')
            : t('periodLock.done', { until: dateText(saved.lockedUntil) }),
        );
        onClose();
      }}
      onClose={onClose}
    >
      <MoveField name="lockedUntil" label={t('periodLock.lockedUntil')} isRequired>
        <DateInput />
      </MoveField>
      <MoveField
        name="reason"
        label={t('periodLock.reason')}
        {...(lockedUntil !== null && { hint: t('periodLock.reasonHint', { until: dateText(lockedUntil) }) })}
      >
        {reason}
      </MoveField>
    </FormDialog>
  );
}

export function LiftDialog({ lock: { entity }, onClose }: DialogProps) {
  const { t } = useTranslation('settings');
  return (
    <FormDialog
      title={t('periodLock.liftQuestion', { name: entity.label })}
      consequence={t('periodLock.liftMeans')}
      endpoint={periodLocks.move}
      fixed={{ id: entity.id, lockedUntil: null }}
      verb={t('periodLock.lift')}
      isDangerous
      onSaved={() => {
        notify.success(t('periodLock.lifted'));
        onClose();
      }}
      onClose={onClose}
    >
      <MoveField name="reason" label={t('periodLock.reason')} isRequired>
        {reason}
      </MoveField>
    </FormDialog>
  );
}

export function ExceptDialog({ lock: { entity }, onClose }: DialogProps) {
  const { t } = useTranslation('settings');
  return (
    <FormDialog
      title={t('periodLock.exceptQuestion', { name: entity.label })}
      consequence={t('periodLock.exceptMeans')}
      endpoint={periodLocks.except}
      initial={{ until: today() }}
      fixed={{ id: entity.id }}
      verb={t('periodLock.exceptVerb')}
      onSaved={() => {
        notify.success(t('periodLock.excepted'));
        onClose();
      }}
      onClose={onClose}
    >
      <ExceptField name="userId" label={t('periodLock.person')}>
        <Lookup kind="person" />
      </ExceptField>
      <ExceptField name="until" label={t('periodLock.lastDay')}>
        <DateInput />
      </ExceptField>
      <ExceptField name="reason" label={t('periodLock.reason')}>
        {reason}
      </ExceptField>
    </FormDialog>
  );
}
