import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { listPath } from '@daybook/contracts/entities';
import { statementSchedules } from '@daybook/contracts/receivables/statements/statement-schedules';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ScheduleFields, blankSchedule } from './schedule-fields.tsx';

export default function AddSchedule() {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('schedule.add')}
      endpoint={statementSchedules.create}
      initial={blankSchedule}
      backTo={listPath('statement_schedule')}
      onSaved={() => void navigate(listPath('statement_schedule'), { replace: true })}
    >
      <ScheduleFields />
    </FormScreen>
  );
}
