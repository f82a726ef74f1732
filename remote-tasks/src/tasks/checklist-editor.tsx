import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined';
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import Input from 'antd/es/input';
import { stepRoles, type StepRole } from '@daybook/contracts/tasks/tasks/task-checklist';
import { isComposing } from '@daybook/shared/is-composing';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './tasks.module.css';

export interface ChecklistEntry {
  id?: string | undefined;
  title: string;
  mandatory?: boolean | undefined;
  role?: StepRole | null | undefined;
  dueOn?: string | null | undefined;
}

interface ChecklistEditorProps {
  id?: string;
  value?: readonly ChecklistEntry[];
  onChange?: (value: ChecklistEntry[]) => void;
  disabled?: boolean;
}

const none: readonly ChecklistEntry[] = [];

/** The steps of a task in order. Enter in the last line adds a step, and a step without text is removed. */
export function ChecklistEditor({ id, value = none, onChange, disabled = false }: ChecklistEditorProps) {
  const { t } = useTranslation('tasks');
  const [typed, setTyped] = useState('');
  const change = (entries: readonly ChecklistEntry[]) => onChange?.([...entries]);
  const put = (index: number, patch: Partial<ChecklistEntry>) =>
    change(value.map((entry, at) => (at === index ? { ...entry, ...patch } : entry)));
  const add = () => {
    if (typed.trim() === '') return;
    change([...value, { title: typed.trim(), mandatory: false, role: null, dueOn: null }]);
    setTyped('');
  };
  return (
    <div className={styles.stack}>
      <ol className={styles.list} aria-label={t('field.checklist')}>
        {value.map((entry, index) => (
          <li key={entry.id ?? index} className={styles.step}>
            <Input
              aria-label={t('checklist.step', { no: index + 1 })}
              value={entry.title}
              maxLength={200}
              disabled={disabled}
              onChange={(event) => put(index, { title: event.target.value })}
              onBlur={() => {
                if (entry.title.trim() === '') change(value.toSpliced(index, 1));
              }}
            />
            <div className={styles.stepMore}>
              <StepTerms
                entry={entry}
                no={index + 1}
                isDisabled={disabled}
                put={(patch) => put(index, patch)}
              />
              <Tools entries={value} index={index} change={change} isDisabled={disabled} />
            </div>
          </li>
        ))}
      </ol>
      <Input
        {...(id !== undefined && { id })}
        aria-label={t('checklist.add')}
        placeholder={t('checklist.add')}
        maxLength={200}
        disabled={disabled}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={add}
        onKeyDown={(event) => {
          // Enter also accepts a candidate of an input method.
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isComposing(event.nativeEvent))
            return;
          event.preventDefault();
          add();
        }}
      />
    </div>
  );
}

interface StepTermsProps {
  entry: ChecklistEntry;
  no: number;
  isDisabled: boolean;
  put: (patch: Partial<ChecklistEntry>) => void;
}

/** Who does the step, when it is due, and whether it is mandatory. */
function StepTerms({ entry, no, isDisabled, put }: StepTermsProps) {
  const { t } = useTranslation('tasks');
  return (
    <>
      <span className={styles.stepRole}>
        <ClearableSelect<StepRole>
          aria-label={t('checklist.roleOf', { no })}
          placeholder={t('checklist.anyone')}
          disabled={isDisabled}
          value={entry.role ?? undefined}
          onChange={(role: StepRole | undefined) => put({ role: role ?? null })}
          options={stepRoles.map((role) => ({ value: role, label: t(`shared:step.role.${role}`) }))}
        />
      </span>
      <span className={styles.stepDay}>
        <DateInput
          aria-label={t('checklist.dueOf', { no })}
          disabled={isDisabled}
          value={entry.dueOn ?? null}
          onChange={(dueOn) => put({ dueOn })}
        />
      </span>
      <Checkbox
        checked={entry.mandatory ?? false}
        disabled={isDisabled}
        onChange={(event) => put({ mandatory: event.target.checked })}
      >
        {t('checklist.mandatory')}
      </Checkbox>
    </>
  );
}

interface ToolsProps {
  entries: readonly ChecklistEntry[];
  index: number;
  change: (entries: readonly ChecklistEntry[]) => void;
  isDisabled: boolean;
}

function Tools({ entries, index, change, isDisabled }: ToolsProps) {
  const { t } = useTranslation('tasks');
  const others = entries.toSpliced(index, 1);
  const moveTo = (at: number) => change(others.toSpliced(at, 0, ...entries.slice(index, index + 1)));
  const no = index + 1;
  return (
    <span>
      <Tool
        label={t('checklist.up', { no })}
        icon={<ArrowUpOutlined />}
        isOff={isDisabled || index === 0}
        run={() => moveTo(index - 1)}
      />
      <Tool
        label={t('checklist.down', { no })}
        icon={<ArrowDownOutlined />}
        isOff={isDisabled || index === entries.length - 1}
        run={() => moveTo(index + 1)}
      />
      <Tool
        label={t('checklist.remove', { no })}
        icon={<DeleteOutlined />}
        isOff={isDisabled}
        run={() => change(others)}
      />
    </span>
  );
}

function Tool({
  label,
  icon,
  isOff,
  run,
}: {
  label: string;
  icon: ReactNode;
  isOff: boolean;
  run: () => void;
}) {
  return <Button type="text" aria-label={label} title={label} icon={icon} disabled={isOff} onClick={run} />;
}
