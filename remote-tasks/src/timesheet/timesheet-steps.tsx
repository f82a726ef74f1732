import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timesheets, type Timesheet } from '@daybook/contracts/tasks/time/timesheets';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { ReasonDialog } from '@daybook/shared/form/reason-dialog';
import { useSave } from '@daybook/shared/form/use-save';
import { notify } from '@daybook/shared/notify';

/** Submits one’s own week, and approves or returns that of others. */
export function TimesheetSteps({ sheet }: { sheet: Timesheet }) {
  const { t } = useTranslation('tasks');
  const submit = useSave(timesheets.submit);
  if (sheet.isOwn && sheet.status === 'open')
    return (
      <ConfirmButton
        type="primary"
        isDangerous={false}
        question={t('timesheet.submitQuestion')}
        consequence={t('timesheet.submitMeans')}
        verb={t('timesheet.submit')}
        run={async () => {
          await submit.save({ weekOn: sheet.weekOn });
          notify.success(t('timesheet.submitted'));
        }}
      >
        {t('timesheet.submit')}
      </ConfirmButton>
    );
  const { id, version, mayDecide, status } = sheet;
  if (!mayDecide || status === 'open' || id === null || version === null) return null;
  return (
    <Decision id={id} version={version} isSubmitted={status === 'submitted'} name={sheet.person.label} />
  );
}

interface DecisionProps {
  id: string;
  version: number;
  isSubmitted: boolean;
  name: string;
}

function Decision({ id, version, isSubmitted, name }: DecisionProps) {
  const { t } = useTranslation('tasks');
  const approve = useSave(timesheets.approve);
  const giveBack = useSave(timesheets.return);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {isSubmitted && (
        <ConfirmButton
          type="primary"
          isDangerous={false}
          question={t('timesheet.approveQuestion', { name })}
          consequence={t('timesheet.approveMeans')}
          verb={t('timesheet.approve')}
          run={async () => {
            await approve.save({ id }, version);
            notify.success(t('timesheet.approved'));
          }}
        >
          {t('timesheet.approve')}
        </ConfirmButton>
      )}
      <Button onClick={() => setAsking(true)}>{t('timesheet.return')}</Button>
      {isAsking && (
        <ReasonDialog
          question={t('timesheet.returnQuestion', { name })}
          label={t('timesheet.reason')}
          verb={t('timesheet.return')}
          isRequired
          run={async (reason) => {
            await giveBack.save({ id, reason: reason ?? '' }, version);
            notify.success(t('timesheet.isReturned'));
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
