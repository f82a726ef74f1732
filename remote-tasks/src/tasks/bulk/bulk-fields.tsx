import InputNumber from 'antd/es/input-number';
import Segmented from 'antd/es/segmented';
import Select from 'antd/es/select';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { taskStatuses, type TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import type { TaskChange } from '@daybook/contracts/tasks/tasks/task-bulk';
import { taskPriorities } from '@daybook/contracts/tasks/tasks/tasks';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { Lookup, LookupMany } from '@daybook/shared/inputs/lookup';
import { LongText } from '@daybook/shared/inputs/long-text';
import type { BulkKind } from './kinds.ts';
import styles from '../tasks.module.css';

interface FieldsProps {
  /** Null until the change is complete. */
  onChange: (change: TaskChange | null) => void;
}

const fieldsOf: Record<BulkKind, (props: FieldsProps) => React.ReactNode> = {
  people: PeopleFields,
  reviewer: ReviewerField,
  due: DueFields,
  priority: PriorityField,
  move: MoveField,
};

export function BulkFields({ kind, ...props }: FieldsProps & { kind: BulkKind }) {
  const Fields = fieldsOf[kind];
  return <Fields {...props} />;
}

const modes = ['replace', 'add', 'remove', 'handOn'] as const;
type Mode = (typeof modes)[number];

const peopleChange = (mode: Mode, ids: string[], from: string | null): TaskChange | null => {
  if (ids.length === 0 || (mode === 'handOn' && from === null)) return null;
  return {
    replace: { assigneeIds: ids },
    add: { addIds: ids },
    remove: { removeIds: ids },
    handOn: { removeIds: [from ?? ''], addIds: ids },
  }[mode];
};

function PeopleFields({ onChange }: FieldsProps) {
  const { t } = useTranslation('tasks');
  const [mode, setMode] = useState<Mode>('replace');
  const [ids, setIds] = useState<string[]>([]);
  const [from, setFrom] = useState<string | null>(null);
  return (
    <>
      <Segmented<Mode>
        aria-label={t('bulk.mode.label')}
        className={styles.modes ?? ''}
        value={mode}
        options={modes.map((value) => ({ value, label: t(`bulk.mode.${value}`) }))}
        onChange={(value) => {
          setMode(value);
          onChange(peopleChange(value, ids, from));
        }}
      />
      {mode === 'handOn' && (
        <Lookup
          kind="person"
          aria-label={t('bulk.from')}
          placeholder={t('bulk.from')}
          value={from}
          onChange={(id) => {
            setFrom(id);
            onChange(peopleChange(mode, ids, id));
          }}
        />
      )}
      <LookupMany
        kind="person"
        aria-label={t('field.assignees')}
        placeholder={t('field.assignees')}
        value={ids}
        onChange={(chosen) => {
          setIds(chosen);
          onChange(peopleChange(mode, chosen, from));
        }}
      />
    </>
  );
}

/** A reviewer, or none. */
function ReviewerField({ onChange }: FieldsProps) {
  const { t } = useTranslation('tasks');
  const [id, setId] = useState<string | null>(null);
  const [isNobody, setNobody] = useState(false);
  const change = (nobody: boolean, chosen: string | null) => {
    setNobody(nobody);
    setId(chosen);
    onChange(nobody || chosen !== null ? { reviewerId: nobody ? null : chosen } : null);
  };
  return (
    <>
      <Segmented
        aria-label={t('field.reviewer')}
        value={isNobody ? 'nobody' : 'somebody'}
        options={[
          { value: 'somebody', label: t('field.reviewer') },
          { value: 'nobody', label: t('bulk.noReviewer') },
        ]}
        onChange={(value) => change(value === 'nobody', id)}
      />
      {!isNobody && (
        <Lookup
          kind="person"
          aria-label={t('field.reviewer')}
          placeholder={t('field.reviewer')}
          value={id}
          onChange={(chosen) => change(false, chosen)}
        />
      )}
    </>
  );
}

const isDate = (date: string | null): date is string => date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date);

function DueFields({ onChange }: FieldsProps) {
  const { t } = useTranslation('tasks');
  const [isShift, setShift] = useState(false);
  const [date, setDate] = useState<string | null>(null);
  const [days, setDays] = useState<number | null>(null);
  const change = (shifts: boolean, on: string | null, by: number | null) => {
    setShift(shifts);
    setDate(on);
    setDays(by);
    if (shifts) onChange(by ? { shiftDays: by } : null);
    else onChange(isDate(on) ? { dueOn: on } : null);
  };
  return (
    <>
      <Segmented
        aria-label={t('field.dueOn')}
        value={isShift ? 'shift' : 'date'}
        options={[
          { value: 'date', label: t('bulk.toDate') },
          { value: 'shift', label: t('bulk.shift') },
        ]}
        onChange={(value) => change(value === 'shift', date, days)}
      />
      {isShift ? (
        <InputNumber
          aria-label={t('bulk.days')}
          suffix={t('bulk.days')}
          style={{ inlineSize: '100%' }}
          min={-366}
          max={366}
          precision={0}
          value={days}
          onChange={(value) => change(true, date, value)}
        />
      ) : (
        <DateInput
          aria-label={t('field.dueOn')}
          value={date}
          onChange={(value) => change(false, value, days)}
        />
      )}
    </>
  );
}

function PriorityField({ onChange }: FieldsProps) {
  const { t } = useTranslation('tasks');
  return (
    <Select<number>
      aria-label={t('field.priority')}
      placeholder={t('field.priority')}
      options={taskPriorities.map((value) => ({ value, label: t(`priority.${value}`) }))}
      onChange={(priority) => onChange({ priority })}
    />
  );
}

function MoveField({ onChange }: FieldsProps) {
  const { t } = useTranslation('tasks');
  return (
    <Select<TaskStatus>
      aria-label={t('field.status')}
      placeholder={t('field.status')}
      options={taskStatuses
        .filter((status) => status !== 'todo')
        .map((value) => ({ value, label: t(`status.${value}`) }))}
      onChange={(to) => onChange({ to })}
    />
  );
}

interface ReasonProps {
  value: string;
  onChange: (reason: string) => void;
}

export function ReasonField({ value, onChange }: ReasonProps) {
  const { t } = useTranslation('tasks');
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{t('reason')}</label>
      <LongText
        id={id}
        required
        maxLength={500}
        rows={[2, 6]}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
