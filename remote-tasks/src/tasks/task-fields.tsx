import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '@daybook/contracts/endpoint';
import { isTargetLate, taskPriorities, tasks, type Task } from '@daybook/contracts/tasks/tasks/tasks';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { DurationInput } from '@daybook/shared/inputs/duration-input';
import { fieldOf } from '@daybook/shared/form/field';
import { Lookup, LookupMany } from '@daybook/shared/inputs/lookup';
import { LongText } from '@daybook/shared/inputs/long-text';
import { BillingFields } from '../common/billing-fields.tsx';
import { CategoryField } from '../common/category-field.tsx';
import { useBilling } from '../common/use-billing.ts';
import { fillOf } from './category-fill.ts';
import { ChecklistEditor } from './checklist-editor.tsx';
import { SamePeriod } from './same-period.tsx';
import styles from './tasks.module.css';

type Values = Partial<InputOf<typeof tasks.create>>;

const Field = fieldOf(tasks.create);

/** The initial values of a new form. */
const untouched: Values = { priority: 3, billingRule: 'fixed_fee' };

/** The fields of a new task or of one being edited. */
export function TaskFields({ task }: { task?: Task }) {
  const isInternal = Form.useWatch<boolean | undefined>('internal') ?? false;
  return (
    <>
      <WorkFields />
      <PeopleFields />
      <DateFields />
      <PeriodFields isOfSeries={(task?.series ?? null) !== null} />
      <SamePeriod exceptId={task?.id ?? null} />
      <BillingFields categories="task_category" isInternal={isInternal} />
      <StepFields />
    </>
  );
}

function WorkFields() {
  const { t } = useTranslation('tasks');
  const form = Form.useFormInstance<Values>();
  const isInternal = Form.useWatch('internal', form) ?? false;
  const { pickClient, pickService } = useBilling('task_category');
  return (
    <>
      <CategoryField<Values>
        kind="task_category"
        hint={t('hint.category')}
        untouched={untouched}
        fillOf={fillOf}
        nameOf={(name) => t(`field.${name.replace(/Id$/, '')}`)}
      />
      <Field name="title" label={t('field.title')}>
        <Input maxLength={200} />
      </Field>
      <Field name="clientId" label={t('field.client')} isRequired={!isInternal}>
        <Lookup kind="client" disabled={isInternal} onPick={pickClient} />
      </Field>
      <Field name="serviceId" label={t('field.service')}>
        <Lookup kind="service" onPick={pickService} />
      </Field>
      <Field name="internal" label={t('field.internal')} hint={t('hint.internal')} valueProp="checked">
        <Switch
          onChange={(isOn) => {
            if (isOn) form.setFieldsValue({ clientId: null, billable: false });
          }}
        />
      </Field>
      <Field name="priority" label={t('field.priority')}>
        <Select options={taskPriorities.map((value) => ({ value, label: t(`priority.${value}`) }))} />
      </Field>
    </>
  );
}

function PeopleFields() {
  const { t } = useTranslation('tasks');
  return (
    <>
      <Field name="assigneeIds" label={t('field.assignees')}>
        <LookupMany kind="person" />
      </Field>
      <Field name="reviewerId" label={t('field.reviewer')}>
        <Lookup kind="person" />
      </Field>
      <Field
        name="reviewRequired"
        label={t('field.reviewRequired')}
        hint={t('hint.reviewRequired')}
        valueProp="checked"
        isWide
      >
        <Switch />
      </Field>
    </>
  );
}

function DateFields() {
  const { t } = useTranslation('tasks');
  const targetOn = Form.useWatch<string | null | undefined>('targetOn') ?? null;
  const dueOn = Form.useWatch<string | undefined>('dueOn');
  return (
    <>
      <Field name="dueOn" label={t('field.dueOn')}>
        <DateInput />
      </Field>
      <Field name="targetOn" label={t('field.targetOn')}>
        <DateInput />
      </Field>
      {dueOn && isTargetLate({ targetOn, dueOn }) && (
        <output className={styles.wide}>
          <Alert type="warning" showIcon title={t('targetLate')} />
        </output>
      )}
      <Field name="startOn" label={t('field.startOn')}>
        <DateInput />
      </Field>
      <Field name="estimateMin" label={t('field.estimateMin')} hint={t('time.lengthHint')}>
        <DurationInput />
      </Field>
      <Field name="filedOn" label={t('field.filedOn')}>
        <DateInput />
      </Field>
      <Field name="ackNo" label={t('field.ackNo')}>
        <Input maxLength={60} />
      </Field>
    </>
  );
}

function PeriodFields({ isOfSeries }: { isOfSeries: boolean }) {
  const { t } = useTranslation('tasks');
  const isFiling = Boolean(Form.useWatch<string | null | undefined>('recurringCategoryId'));
  return (
    <>
      <Field name="periodFrom" label={t('field.periodFrom')} isRequired={isFiling}>
        <DateInput />
      </Field>
      <Field name="periodTo" label={t('field.periodTo')} isRequired={isFiling}>
        <DateInput />
      </Field>
      <Field
        name="recurringCategoryId"
        label={t('field.recurringCategory')}
        hint={t(isOfSeries ? 'hint.ofSeries' : 'hint.recurringCategory')}
        isWide
      >
        <Lookup kind="recurring_task_category" disabled={isOfSeries} />
      </Field>
    </>
  );
}

function StepFields() {
  const { t } = useTranslation('tasks');
  return (
    <>
      <Field name="checklist" label={t('field.checklist')} isWide>
        <ChecklistEditor />
      </Field>
      <Field name="description" label={t('field.description')} isWide>
        <LongText rows={[3, 16]} maxLength={10_000} />
      </Field>
    </>
  );
}
