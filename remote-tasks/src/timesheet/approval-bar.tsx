import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '@daybook/contracts/bulk';
import {
  timesheetApprovals,
  type TimesheetApproval,
} from '@daybook/contracts/tasks/time/timesheet-approvals';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { ReasonDialog } from '@daybook/shared/form/reason-dialog';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { useSave } from '@daybook/shared/form/use-save';
import { notify } from '@daybook/shared/notify';
import { countText } from '@daybook/shared/record/count-text';
import { dateText } from '@daybook/shared/record/date-text';
import { inParts } from '../common/in-parts.ts';
import styles from './timesheet.module.css';

interface ApprovalBarProps {
  chosen: readonly TimesheetApproval[];
  onDone: () => void;
}

const counted = ({ length }: readonly TimesheetApproval[]) => ({ count: length, shown: countText(length) });

/** Approves or returns the selected weeks. Each refusal names its week. */
export function ApprovalBar({ chosen, onDone }: ApprovalBarProps) {
  const { t } = useTranslation('tasks');
  const approve = useSave(timesheetApprovals.approve);
  const giveBack = useSave(timesheetApprovals.return);
  const [isAsking, setAsking] = useState(false);
  const [tried, setTried] = useState<{ weeks: readonly TimesheetApproval[]; left: Outcome[] } | null>(null);
  const submitted = chosen.filter(({ status }) => status === 'submitted');
  const locked = chosen.filter(({ status }) => status !== 'open');
  const tell = (word: 'approved' | 'returned', results: readonly Outcome[]) => {
    const left = results.filter(({ outcome }) => outcome === 'refused');
    const count = results.length - left.length;
    if (count > 0) notify.success(t(`approvals.${word}`, { count, shown: countText(count) }));
    if (left.length === 0) onDone();
    else setTried({ weeks: chosen, left });
  };
  return (
    <>
      <strong>{t('approvals.chosen', counted(chosen))}</strong>
      <ConfirmButton
        type="primary"
        isDangerous={false}
        disabled={submitted.length === 0}
        question={t('approvals.approveQuestion', counted(submitted))}
        consequence={t('timesheet.approveMeans')}
        verb={t('timesheet.approve')}
        run={async () => tell('approved', await inParts(submitted, async (weeks) => approve.save({ weeks })))}
      >
        {t('timesheet.approve')}
      </ConfirmButton>
      <Button disabled={locked.length === 0} onClick={() => setAsking(true)}>
        {t('timesheet.return')}
      </Button>
      <Button type="text" onClick={onDone}>
        {t('bulk.clear')}
      </Button>
      {isAsking && (
        <ReasonDialog
          question={t('approvals.returnQuestion', counted(locked))}
          label={t('timesheet.reason')}
          verb={t('timesheet.return')}
          isRequired
          run={async (reason) => {
            const asked = { reason: reason ?? '' };
            tell('returned', await inParts(locked, async (weeks) => giveBack.save({ weeks, ...asked })));
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {tried !== null && (
        <Refused
          {...tried}
          onClose={() => {
            setTried(null);
            onDone();
          }}
        />
      )}
    </>
  );
}

interface RefusedProps {
  weeks: readonly TimesheetApproval[];
  left: readonly Outcome[];
  onClose: () => void;
}

/** The weeks that stay as they are, each with the reason. */
function Refused({ weeks, left, onClose }: RefusedProps) {
  const { t } = useTranslation('tasks');
  const focus = useDialogFocus();
  const nameOf = (id: string) => {
    const week = weeks.find((one) => one.id === id);
    return week === undefined ? '' : `${week.person.label}, ${dateText(week.weekOn)}`;
  };
  return (
    <Modal
      open
      wrapProps={focus}
      title={t('approvals.refused', { count: left.length, shown: countText(left.length) })}
      okText={t('bulk.close')}
      cancelButtonProps={{ hidden: true }}
      onOk={onClose}
      onCancel={onClose}
    >
      <ul className={styles.list}>
        {left.map(({ id, refused: why }) => (
          <li key={id}>
            <bdi>{nameOf(id)}</bdi>: {why?.message}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
