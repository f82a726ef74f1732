import Form from 'antd/es/form';
import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { catchUps } from '@daybook/contracts/recurrence/series';
import { assigneeRules, recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { taskPriorities } from '@daybook/contracts/tasks/tasks/tasks';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { Lookup, LookupMany } from '@daybook/shared/inputs/lookup';
import { RuleFields } from '@daybook/shared/series/rule-fields';
import { SeriesSpan } from '@daybook/shared/series/series-span';
import { StepRows } from '@daybook/shared/series/step-rows';
import { BillingFields } from '../common/billing-fields.tsx';
import { CategoryField } from '../common/category-field.tsx';
import { DurationInput } from '@daybook/shared/inputs/duration-input';
import { LongText } from '@daybook/shared/inputs/long-text';
import { useBilling } from '../common/use-billing.ts';
import { blankTerms, fillOf as fillOfOne, type SeriesValues } from './series-fill.ts';

const Field = fieldOf(recurringTasks.create);

/** The category whose terms the form copies. `fillOf` decides which terms those are. */
export function CategoryChoice({ fillOf = fillOfOne }: { fillOf?: typeof fillOfOne }) {
  const { t } = useTranslation('tasks');
  const nameOf = (name: string): string | null => {
    if (name === 'categoryVersion') return null;
    return name === 'rule' ? t('shared:rule.title') : t(`field.${name.replace(/Id$/, '')}`);
  };
  return (
    <CategoryField<SeriesValues>
      kind="recurring_task_category"
      hint={t('series.categoryHint')}
      isRequired
      untouched={blankTerms()}
      fillOf={fillOf}
      nameOf={nameOf}
    />
  );
}

/** The client. Choosing a client also chooses the billing entity. */
export function ClientChoice({ isFixed = false }: { isFixed?: boolean }) {
  const { t } = useTranslation('tasks');
  const { pickClient } = useBilling('recurring_task_category');
  return (
    <Field name="clientId" label={t('field.client')}>
      <Lookup kind="client" disabled={isFixed} onPick={pickClient} />
    </Field>
  );
}

interface TermProps {
  /** After the first run, the first day is fixed. */
  hasRun?: boolean;
  /** Replaces the fields of the title and the days, if something else keeps them. */
  days?: ReactNode;
  /** Replaces the list of the schedule's days, if the form can preview the tasks themselves. */
  preview?: ReactNode;
  /** Replaces the fields for billing entity and fee, if they differ by client. */
  billing?: ReactNode;
}

/** All fields of a series except its category and client. */
export function TermFields({ hasRun = false, days, preview, billing }: TermProps) {
  const { t } = useTranslation('tasks');
  return (
    <>
      {days ?? <DayFields hasRun={hasRun} hasPreview={preview === undefined} />}
      {preview}
      <PeopleFields />
      <FormGroup title={t('series.billed')}>
        <ServiceField />
        {billing ?? <BillingFields categories="recurring_task_category" />}
      </FormGroup>
      <StepFields />
    </>
  );
}

function DayFields({ hasRun, hasPreview }: { hasRun: boolean; hasPreview: boolean }) {
  const { t } = useTranslation('tasks');
  const startsOn = Form.useWatch<string | undefined>('startsOn');
  return (
    <>
      <Field name="title" label={t('field.title')} hint={t('series:tokens')} isWide>
        <Input maxLength={200} />
      </Field>
      <RuleFields startsOn={startsOn} hasPreview={hasPreview} />
      <FormGroup title={t('series.span')}>
        <SeriesSpan steps={recurringTasks} hasRun={hasRun} />
        <Field name="catchUp" label={t('series.catchUp')} hint={t('series.catchUpHint')}>
          <Select options={catchUps.map((value) => ({ value, label: t(`series.catchUps.${value}`) }))} />
        </Field>
      </FormGroup>
    </>
  );
}

function ServiceField() {
  const { t } = useTranslation('tasks');
  const { pickService } = useBilling('recurring_task_category');
  return (
    <Field name="serviceId" label={t('field.service')}>
      <Lookup kind="service" onPick={pickService} />
    </Field>
  );
}

function PeopleFields() {
  const { t } = useTranslation('tasks');
  const rule = Form.useWatch<string | undefined>('assigneeRule');
  return (
    <FormGroup title={t('series.people')}>
      <Field name="assigneeRule" label={t('field.assigneeRule')}>
        <Select options={assigneeRules.map((value) => ({ value, label: t(`series.by.${value}`) }))} />
      </Field>
      {rule !== undefined && rule !== 'client_executive' && (
        <Field
          name="assigneeIds"
          label={t('field.assignees')}
          isRequired
          {...(rule === 'round_robin' && { hint: t('series.inOrder') })}
        >
          <LookupMany kind="person" />
        </Field>
      )}
      <Field name="reviewerId" label={t('field.reviewer')}>
        <Lookup kind="person" />
      </Field>
      <Field
        name="reviewRequired"
        label={t('field.reviewRequired')}
        hint={t('hint.reviewRequired')}
        valueProp="checked"
      >
        <Switch />
      </Field>
      <Field name="targetDays" label={t('field.targetDays')} hint={t('series.targetDaysHint')}>
        <InputNumber min={0} max={365} precision={0} />
      </Field>
      <Field name="priority" label={t('field.priority')}>
        <Select options={taskPriorities.map((value) => ({ value, label: t(`priority.${value}`) }))} />
      </Field>
      <Field name="estimateMin" label={t('field.estimateMin')} hint={t('time.lengthHint')}>
        <DurationInput />
      </Field>
    </FormGroup>
  );
}

function StepFields() {
  const { t } = useTranslation('tasks');
  return (
    <FormGroup title={t('series.work')}>
      <Field name="description" label={t('field.description')} isWide>
        <LongText rows={[2, 12]} maxLength={10_000} />
      </Field>
      <StepRows />
    </FormGroup>
  );
}
