import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeriesSteps, Upcoming } from '@daybook/contracts/recurrence/series-steps';
import { RowMenu } from '../list/row-menu.tsx';
import { notify } from '@daybook/shared/notify';
import { fieldOf } from '../form/field.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { useSave } from '../form/use-save.tsx';
import { DateInput } from '../inputs/date-input.tsx';
import { refusalText } from '../read/refusal-text.tsx';
import { dateText } from '../record/date-text.tsx';
import { LongText } from '../inputs/long-text.tsx';

/** A series as its record shows it, with the endpoints of its kind. */
export interface SteppedSeries {
  id: string;
  version: number;
  title: string;
  mayEdit: boolean;
  steps: SeriesSteps;
}

interface DayProps {
  series: SteppedSeries;
  day: Upcoming;
}

/** Skips or moves one date of the schedule, or restores it. */
export function SeriesDayMenu({ series, day }: DayProps) {
  const { t } = useTranslation('series');
  const { id, version, steps } = series;
  const [asked, setAsked] = useState<'skip' | 'move' | null>(null);
  const { save } = useSave(steps.restore);
  const close = () => setAsked(null);
  const isOtherwise = day.skipped !== null || day.moved?.why === 'person';
  const restore = () =>
    save({ id, nominal: day.nominal }, version).then(
      () => notify.success(t('restored')),
      (error: unknown) => notify.failure(refusalText(error)),
    );
  const items = isOtherwise
    ? [{ key: 'restore', label: t('restore'), onClick: () => void restore() }]
    : [
        { key: 'skip', label: t('skip'), onClick: () => setAsked('skip') },
        { key: 'move', label: t('move'), onClick: () => setAsked('move') },
      ];
  return (
    <>
      <RowMenu label={t('more', { date: dateText(day.due) })} items={items} />
      {asked === 'skip' && <SkipDialog series={series} day={day} onClose={close} />}
      {asked === 'move' && <MoveDialog series={series} day={day} onClose={close} />}
    </>
  );
}

type DialogProps = DayProps & { onClose: () => void };

function SkipDialog({ series: { id, version, steps }, day: { nominal, due }, onClose }: DialogProps) {
  const { t } = useTranslation('series');
  const [Field] = useState(() => fieldOf(steps.skip));
  return (
    <FormDialog
      title={t('skipTitle', { date: dateText(due) })}
      endpoint={steps.skip}
      fixed={{ id, nominal }}
      version={version}
      verb={t('skip')}
      onSaved={onClose}
      onClose={onClose}
    >
      <Field name="reason" label={t('reasonOf')}>
        <LongText rows={[2]} maxLength={500} />
      </Field>
    </FormDialog>
  );
}

function MoveDialog({ series: { id, version, steps }, day: { nominal, due }, onClose }: DialogProps) {
  const { t } = useTranslation('series');
  const [Field] = useState(() => fieldOf(steps.move));
  return (
    <FormDialog
      title={t('moveTitle', { date: dateText(due) })}
      endpoint={steps.move}
      initial={{ dueOn: due }}
      fixed={{ id, nominal }}
      version={version}
      verb={t('move')}
      onSaved={onClose}
      onClose={onClose}
    >
      <Field name="dueOn" label={t('movedTo')}>
        <DateInput />
      </Field>
      <Field name="reason" label={t('reasonOf')}>
        <LongText rows={[2]} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
