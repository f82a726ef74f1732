import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { periodName } from '@daybook/contracts/recurrence/period';
import { periodOfKey } from '@daybook/contracts/recurrence/period-key';
import { dueOverrides, type OpenPeriod } from '@daybook/contracts/tasks/recurring-tasks/due-overrides';
import { formatLocale } from '@daybook/shared/i18n';
import { countText } from '@daybook/shared/record/count-text';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { dateText } from '@daybook/shared/record/date-text';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { useRead } from '@daybook/shared/read/use-read';
import { listAddress } from './addresses.ts';
import { MovedTasks } from './moved-tasks.tsx';
import { ReachedTasks } from './reached-tasks.tsx';

type Values = Partial<InputOf<typeof dueOverrides.put>>;
const Field = fieldOf(dueOverrides.put);

/** An authority moved the due date of a filing period for all clients. `?categoryId=` starts with that filing. */
export default function ExtendDue() {
  const { t } = useTranslation('tasks');
  const categoryId = useSearchParams()[0].get('categoryId');
  const [done, setDone] = useState<OutputOf<typeof dueOverrides.put> | null>(null);
  if (done !== null) return <MovedTasks done={done} onAgain={() => setDone(null)} />;
  return (
    <FormScreen
      title={t('extension.title')}
      endpoint={dueOverrides.put}
      initial={{ ...(categoryId !== null && { categoryId }), alsoIds: [] }}
      verb={t('extension.verb')}
      backTo={listAddress}
      done={({ moved }) => t('extension.moved', { count: moved })}
      onSaved={setDone}
    >
      <ExtensionFields />
    </FormScreen>
  );
}

function ExtensionFields() {
  const { t } = useTranslation('tasks');
  const form = Form.useFormInstance<Values>();
  const categoryId = Form.useWatch<string | null | undefined>('categoryId') ?? null;
  const periodKey = Form.useWatch<string | null | undefined>('periodKey') ?? null;
  const { data, error } = useRead(dueOverrides.periods, categoryId === null ? null : { categoryId });
  const period = data?.find((one) => one.periodKey === periodKey);
  return (
    <>
      <Field name="categoryId" label={t('extension.category')} isWide>
        <Lookup
          kind="recurring_task_category"
          onPick={() => form.setFieldsValue({ periodKey: '', alsoIds: [] })}
        />
      </Field>
      {error !== null && <ErrorBox error={error} />}
      <Field
        name="periodKey"
        label={t('extension.period')}
        isWide
        {...(data?.length === 0 && { hint: t('extension.noneOpen') })}
      >
        <PeriodSelect periods={data} onPick={() => form.setFieldsValue({ alsoIds: [] })} />
      </Field>
      <Field name="newDue" label={t('extension.newDue')} {...(period && { hint: dueNow(period, t) })}>
        <DateInput />
      </Field>
      <Field name="reason" label={t('extension.reason')} hint={t('extension.reasonHint')}>
        <Input maxLength={500} />
      </Field>
      {period !== undefined && categoryId !== null && (
        <FormGroup title={t('extension.reached')} explanation={t('extension.reachedMeans')}>
          <ReachedTasks of={{ categoryId, periodKey: period.periodKey }} />
        </FormGroup>
      )}
    </>
  );
}

const dueNow = (
  { dueOn, override }: OpenPeriod,
  t: ReturnType<typeof useTranslation<'tasks'>>['t'],
): string =>
  override === null
    ? t('extension.dueNow', { date: dateText(dueOn) })
    : t('extension.movedBefore', { date: dateText(override.newDue), reason: override.reason });

interface PeriodSelectProps {
  id?: string;
  value?: string | null;
  onChange?: (periodKey: string) => void;
  onPick: () => void;
  periods: readonly OpenPeriod[] | undefined;
}

function PeriodSelect({ periods, value, onChange, onPick, ...rest }: PeriodSelectProps) {
  const { t } = useTranslation('tasks');
  return (
    <Select<string>
      {...rest}
      disabled={periods === undefined || periods.length === 0}
      value={value || null}
      onChange={(periodKey) => {
        onChange?.(periodKey);
        onPick();
      }}
      options={(periods ?? []).map(({ periodKey, open }) => ({
        value: periodKey,
        label: `${periodName(periodOfKey(periodKey), formatLocale())} · ${t('extension.open', {
          count: open,
          shown: countText(open),
        })}`,
      }))}
    />
  );
}
