import Form from 'antd/es/form';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeriesSteps } from '@daybook/contracts/recurrence/series-steps';
import { fieldOf } from '../form/field.tsx';
import { DateInput } from '../inputs/date-input.tsx';

interface SpanProps {
  /** The steps of the kind of series. */
  steps: SeriesSteps;
  /** The series has run, so its first day cannot change. */
  hasRun: boolean;
}

/** The first day and the end of a series. */
export function SeriesSpan({ steps, hasRun }: SpanProps) {
  const { t } = useTranslation('series');
  const [Field] = useState(() => fieldOf(steps.preview));
  const ends = Form.useWatch<unknown>('ends');
  return (
    <>
      <Field name="startsOn" label={t('startsOn')}>
        <DateInput disabled={hasRun} />
      </Field>
      <Field name="ends" label={t('ends')}>
        <Select
          options={(['never', 'until', 'count'] as const).map((value) => ({
            value,
            label: t(`end.${value}`),
          }))}
        />
      </Field>
      {ends === 'until' && (
        <Field name="endsOn" label={t('endsOn')} isRequired>
          <DateInput />
        </Field>
      )}
      {ends === 'count' && (
        <Field name="endsAfter" label={t('endsAfter')} isRequired>
          <InputNumber min={1} max={1000} precision={0} />
        </Field>
      )}
    </>
  );
}
