import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '@daybook/contracts/endpoint';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { isTargetLate, taskPriorities, tasks, type Task } from '@daybook/contracts/tasks/tasks';
import { useMay } from '@daybook/shared/session';
import { DateInput } from '@daybook/shared/ui/date-input';
import { fieldOf } from '@daybook/shared/ui/field';
import { Lookup, LookupMany } from '@daybook/shared/ui/lookup';
import { MoneyInput } from '@daybook/shared/ui/money-input';
import { DurationInput } from '../common/duration-input.tsx';
import { CategoryField } from './category-field.tsx';
import { ChecklistEditor } from './checklist-editor.tsx';
import { SamePeriod } from './same-period.tsx';
import { useBilling } from './use-billing.ts';
import styles from './tasks.module.css';

type Values = InputOf<typeof tasks.create>;
const Field = fieldOf(tasks.create);

/** The fields of a new task, and of one being changed. */
export function TaskFields({ task }: { task?: Task }) {
  return (
    <>
      <WorkFields />
      <PeopleFields />
      <DateFields />
      <PeriodFields isOfSeries={task?.isOfSeries ?? false} />
      <SamePeriod exceptId={task?.id ?? null} />
      <BillingFields />
      <StepFields />
    </>
  );
}

function WorkFields() {
  const { t } = useTranslation('tasks');
  const form = Form.useFormInstance<Values>();
  const isInternal = Form.useWatch('internal', form) ?? false;
  const { pickClient, pickService } = useBilling();
  return (
    <>
      <CategoryField />
      <Field name="title" label={t('field.title')}>
        <Input maxLength={200} />
      </Field>
      <Field name="clientId" label={t('field.client')} isRequired={!isInternal}>
        <Lookup kind="clients" disabled={isInternal} onPick={pickClient} />
      </Field>
      <Field name="serviceId" label={t('field.service')}>
        <Lookup kind="services" onPick={pickService} />
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
        <LookupMany kind="users" />
      </Field>
      <Field name="reviewerId" label={t('field.reviewer')}>
        <Lookup kind="users" />
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
  const isOfDuty = Boolean(Form.useWatch<string | null | undefined>('recurringCategoryId'));
  return (
    <>
      <Field name="periodFrom" label={t('field.periodFrom')} isRequired={isOfDuty}>
        <DateInput />
      </Field>
      <Field name="periodTo" label={t('field.periodTo')} isRequired={isOfDuty}>
        <DateInput />
      </Field>
      <Field
        name="recurringCategoryId"
        label={t('field.recurringCategory')}
        hint={t(isOfSeries ? 'hint.ofSeries' : 'hint.recurringCategory')}
        isWide
      >
        <Lookup kind="recurring_task_categories" disabled={isOfSeries} />
      </Field>
    </>
  );
}

/** Minor units mean nothing before it is known whose currency they are in. */
function FeeInput({
  currency,
  ...rest
}: Omit<ComponentProps<typeof MoneyInput>, 'currency'> & { currency: string | null }) {
  if (currency !== null) return <MoneyInput {...rest} currency={currency} />;
  return <Input {...(rest.id !== undefined && { id: rest.id })} disabled />;
}

function BillingFields() {
  const { t } = useTranslation('tasks');
  const seesFees = useMay(...moneyPermissions);
  const isInternal = Form.useWatch<boolean | undefined>('internal') ?? false;
  const isBillable = Form.useWatch<boolean | undefined>('billable') ?? false;
  const { currency, pickEntity } = useBilling();
  return (
    <>
      <Field name="billable" label={t('field.billable')} valueProp="checked" isWide>
        <Switch disabled={isInternal} />
      </Field>
      <Field name="billingEntityId" label={t('field.billingEntity')} isRequired={isBillable}>
        <Lookup kind="billing_entities" onPick={pickEntity} />
      </Field>
      {seesFees ? (
        <Field
          name="fee"
          label={t('field.fee')}
          isRequired={isBillable}
          {...(currency === null && isBillable && { hint: t('entityFirst') })}
        >
          <FeeInput currency={currency} disabled={!isBillable} />
        </Field>
      ) : (
        <span />
      )}
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
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 16 }} maxLength={10_000} />
      </Field>
    </>
  );
}
