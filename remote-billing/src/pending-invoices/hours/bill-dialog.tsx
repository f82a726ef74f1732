import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  unbilledHours,
  type HoursBilled,
  type UnbilledTask,
} from '@daybook/contracts/billing/pending/unbilled-hours';
import { minor } from '@daybook/contracts/money/money';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { useSave } from '@daybook/shared/form/use-save';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { notify } from '@daybook/shared/notify';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { countText } from '@daybook/shared/record/count-text';
import { NotBilled } from './not-billed.tsx';
import { TaskTerms, type Terms } from './task-terms.tsx';
import styles from './unbilled-hours.module.css';

interface BillDialogProps {
  tasks: readonly UnbilledTask[];
  /** The filtered period; otherwise that of the hours. */
  from: string | undefined;
  to: string | undefined;
  onClose: () => void;
}

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The first and last day of the hours of all tasks. */
const daysOf = (tasks: readonly UnbilledTask[]) => ({
  first: tasks.map(({ from }) => from).toSorted(byText)[0] ?? null,
  last:
    tasks
      .map(({ to }) => to)
      .toSorted(byText)
      .at(-1) ?? null,
});

/** Each bill gets its id before the request, so that a resend creates no second one. */
function useBillIds(tasks: readonly UnbilledTask[]) {
  const [ids] = useState(() => new Map(tasks.map(({ id }) => [id, crypto.randomUUID() as string])));
  return (taskId: string): string => ids.get(taskId) ?? '';
}

/** Turns the hours of tasks in a period into pending items. For one task, the amount can be changed. */
export default function BillDialog({ tasks, onClose, ...filtered }: BillDialogProps) {
  const { t } = useTranslation('billing');
  const focus = useDialogFocus();
  const { first, last } = daysOf(tasks);
  const [from, setFrom] = useState<string | null>(filtered.from ?? first);
  const [to, setTo] = useState<string | null>(filtered.to ?? last);
  const [terms, setTerms] = useState<Terms>({ amount: null, reason: '' });
  const [refusal, setRefusal] = useState<unknown>(null);
  const [refused, setRefused] = useState<readonly HoursBilled[]>([]);
  // Whoever tries again sends only what was refused.
  const [billed, setBilled] = useState<readonly string[]>([]);
  const { save, isSaving } = useSave(unbilledHours.bill);
  const idOf = useBillIds(tasks);
  const [only] = tasks.length === 1 ? tasks : [];
  const isReady = from !== null && to !== null && typeof terms.amount !== 'string';

  const bill = async () => {
    if (from === null || to === null || typeof terms.amount === 'string') return;
    setRefusal(null);
    const { amount, reason } = terms;
    // Where a limit cuts the amount, the limit is the reason unless a person gives another one.
    const open = tasks.filter(({ id }) => !billed.includes(idOf(id)));
    const wanted = open.map(({ id: taskId, limitLeft }) => ({
      id: idOf(taskId),
      taskId,
      amount: amount === null ? null : minor(amount),
      reason:
        reason.trim() || (amount === null && limitLeft !== null ? t('unbilledHours.limitReached') : null),
    }));
    try {
      const { results } = await save({ from, to, tasks: wanted });
      const failed = results.filter((one) => one.refused !== undefined);
      setBilled([...billed, ...results.flatMap(({ id, refused: why }) => (why ? [] : [id]))]);
      const count = results.length - failed.length;
      if (count > 0) notify.success(t('unbilledHours.billed', { count, shown: countText(count) }));
      if (failed.length === 0) onClose();
      else setRefused(failed);
    } catch (error) {
      setRefusal(error);
    }
  };
  return (
    <Modal
      open
      width={720}
      title={
        only === undefined
          ? t('unbilledHours.billMany', { count: tasks.length, shown: countText(tasks.length) })
          : t('unbilledHours.billOf', { task: only.title })
      }
      okText={t('unbilledHours.bill')}
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={isSaving}
      cancelText={t('plan.cancel')}
      onOk={() => void bill()}
      onCancel={onClose}
      wrapProps={focus}
    >
      <div className={styles.period}>
        <label htmlFor="hours-from">{t('unbilledHours.from')}</label>
        <DateInput id="hours-from" value={from} onChange={setFrom} />
        <label htmlFor="hours-to">{t('unbilledHours.to')}</label>
        <DateInput id="hours-to" value={to} onChange={setTo} />
      </div>
      {only !== undefined && from !== null && to !== null && (
        <TaskTerms task={only} period={{ from, to }} terms={terms} onChange={setTerms} />
      )}
      <NotBilled results={refused} nameOf={(id) => tasks.find((task) => idOf(task.id) === id)?.title ?? ''} />
      {refusal !== null && <ErrorBox error={refusal} />}
    </Modal>
  );
}
