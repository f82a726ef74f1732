import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { listPath } from '@daybook/contracts/entities';
import {
  statementSchedules,
  type StatementSchedule,
} from '@daybook/contracts/receivables/statements/statement-schedules';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { useSave } from '@daybook/shared/form/use-save';
import { notify } from '@daybook/shared/notify';
import { ReadView } from '@daybook/shared/read/read-view';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useRead } from '@daybook/shared/read/use-read';
import { ScheduleFields } from './schedule-fields.tsx';

const valuesOf = (schedule: StatementSchedule) => {
  const { name, kind, every, onDay, shift, calendarId } = schedule;
  const { clientId, entityId, groupId, crmId, withBalance } = schedule;
  return { name, kind, every, onDay, shift, calendarId, clientId, entityId, groupId, crmId, withBalance };
};

function Actions({ schedule }: { schedule: StatementSchedule }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const { id, version, name, status } = schedule;
  const step = status === 'active' ? 'pause' : 'resume';
  const moved = useSave(statementSchedules[step]);
  const removed = useSave(statementSchedules.remove);
  const move = async () => {
    try {
      await moved.save({ id }, version);
      notify.success(t(`schedule.done.${step}`));
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  return (
    <>
      <Button onClick={() => void move()}>{t(`schedule.${step}`)}</Button>
      <ConfirmButton
        danger
        question={t('schedule.removeQuestion', { name })}
        consequence={t('schedule.removeMeans')}
        verb={t('remove.verb')}
        run={async () => {
          await removed.save({ id }, version);
          notify.success(t('schedule.removed'));
          void navigate(listPath('statement_schedule'));
        }}
      >
        {t('remove.verb')}
      </ConfirmButton>
    </>
  );
}

export default function EditSchedule() {
  const { t } = useTranslation('billing');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const read = useRead(statementSchedules.open, { id });
  return (
    <ReadView of={read} shape="form">
      {(schedule) => (
        <FormScreen
          title={schedule.name}
          endpoint={statementSchedules.edit}
          initial={valuesOf(schedule)}
          fixed={{ id }}
          version={schedule.version}
          valuesOf={valuesOf}
          backTo={listPath('statement_schedule')}
          onSaved={() => void navigate(listPath('statement_schedule'))}
          extraActions={<Actions schedule={schedule} />}
        >
          {schedule.pausedFor === 'owner' && (
            <Alert type="warning" showIcon title={t('schedule.ownerGone', { name: schedule.owner.label })} />
          )}
          <ScheduleFields />
        </FormScreen>
      )}
    </ReadView>
  );
}
