import { useTranslation } from 'react-i18next';
import type { OutputOf } from '@daybook/contracts/endpoint';
import type { Upcoming } from '@daybook/contracts/recurrence/series-steps';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import type { SteppedSeries } from '@daybook/shared/series/series-day-menu';
import { SeriesDays } from '@daybook/shared/series/series-days';
import { SeriesMissed } from '@daybook/shared/series/series-missed';
import { SeriesPreview } from '@daybook/shared/series/series-preview';
import { useTypedRead, type TypedRead } from '@daybook/shared/read/use-typed-read';

const Field = fieldOf(recurringTasks.create);

type TasksPreview = OutputOf<typeof recurringTasks.preview>;

/** The tasks that the typed terms would create. For a series that has run, `begins` is the first day without a task. */
export const useSeriesPreview = (begins?: string): TypedRead<TasksPreview> =>
  useTypedRead(recurringTasks.preview, ({ from }) => {
    const startsOn = typeof from === 'string' ? from : begins;
    return startsOn === undefined ? {} : { startsOn };
  });

interface DaysProps {
  label: string;
  days: readonly Upcoming[];
  /** The series of the preview; with it, single days can be changed. */
  series?: SteppedSeries;
}

/** The upcoming tasks: title, due date and the day of creation. */
export function TaskDays({ label, days, series }: DaysProps) {
  const { t } = useTranslation('tasks');
  return (
    <SeriesDays
      label={label}
      days={days}
      series={series}
      columns={[
        { title: t('field.title'), render: ({ title }) => <bdi>{title}</bdi> },
        { title: t('series.makeOn'), isAmple: true, render: ({ makeOn }) => <DateText date={makeOn} /> },
      ]}
    />
  );
}

/** The next twelve tasks. */
export function TermsPreview({ preview }: { preview: TypedRead<TasksPreview> }) {
  const { t } = useTranslation('tasks');
  return (
    <FormGroup title={t('series.preview')}>
      <SeriesPreview of={preview} waiting={t('series.previewWaits')}>
        {({ next }) => <TaskDays label={t('series.preview')} days={next} />}
      </SeriesPreview>
    </FormGroup>
  );
}

/** The missed task, and when it was due. */
export const missedText = ({ title, due }: Upcoming): string => `${title} · ${dateText(due)}`;

/** For a series that starts in the past: which past periods get a task. */
export function BackFill({ preview: { data } }: { preview: TypedRead<TasksPreview> }) {
  const { t } = useTranslation('tasks');
  if (data === undefined || data.missed.length === 0) return null;
  return (
    <FormGroup title={t('series.past')} explanation={t('series.pastMeans')}>
      <Field name="create" label={t('series.makeNow')} isWide>
        <SeriesMissed of={data} textOf={missedText} />
      </Field>
    </FormGroup>
  );
}
