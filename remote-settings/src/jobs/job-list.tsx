import { useTranslation } from 'react-i18next';
import { jobKinds, jobs, jobStatuses, type Job } from '@daybook/contracts/jobs/jobs';
import { linkColumn, statusColumn, type Column, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoices, FilterToggle } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { countText } from '@daybook/shared/record/count-text';
import { InstantText } from '@daybook/shared/record/date-text';
import { jobAddress } from './addresses.ts';
import { tones } from './job-tones.ts';

const figure = (name: string, title: string, of: (job: Job) => number): Column<Job, never> => ({
  title,
  name,
  align: 'end',
  width: 90,
  render: (job) => countText(of(job)),
});

function useColumns(): ColumnsOf<typeof jobs> {
  const { t } = useTranslation('settings');
  return [
    linkColumn(
      t('job.kind'),
      ({ kind }) => t(`job.kinds.${kind}`),
      ({ id }) => jobAddress(id),
    ),
    { title: t('job.at'), name: 'at', width: 170, sort: 'at', render: ({ at }) => <InstantText at={at} /> },
    statusColumn(t('job.status'), ({ status }) => ({
      tone: tones[status],
      label: t(`job.statuses.${status}`),
    })),
    figure('all', t('job.all'), ({ all }) => all),
    figure('done', t('job.done'), ({ done }) => done),
    figure('refused', t('job.refused'), ({ refused }) => refused),
    figure('skipped', t('job.skipped'), ({ skipped }) => skipped),
  ];
}

/** What the person has started for many records. */
export default function JobList() {
  const { t } = useTranslation('settings');
  const list = useList(jobs);
  const columns = useColumnChoice('job', list, useColumns());
  return (
    <ListScreen
      title={t('job.title')}
      list={list}
      search={t('job.search')}
      empty={t('job.empty')}
      columns={columns}
      filters={
        <>
          <FilterChoices
            list={list}
            name="kind"
            label={t('job.kind')}
            options={jobKinds.map((value) => ({ value, label: t(`job.kinds.${value}`) }))}
          />
          <FilterChoices
            list={list}
            name="status"
            label={t('job.status')}
            options={jobStatuses.map((value) => ({ value, label: t(`job.statuses.${value}`) }))}
          />
          <FilterToggle list={list} name="hasRefusals" label={t('job.onlyRefused')} />
        </>
      }
    >
      <DataTable label={t('job.title')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
