import Button from 'antd/es/button';
import Progress from 'antd/es/progress';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import { jobItemStatuses, jobs, type Job, type JobItem } from '@daybook/contracts/jobs/jobs';
import { download } from '@daybook/shared/call';
import { useSave } from '@daybook/shared/form/use-save';
import {
  actionsColumn,
  linkColumn,
  statusColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoices } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useList } from '@daybook/shared/list/use-list';
import { notify } from '@daybook/shared/notify';
import { queryClient } from '@daybook/shared/query-client';
import { ReadView } from '@daybook/shared/read/read-view';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useLiveRead } from '@daybook/shared/read/use-read';
import { InstantText } from '@daybook/shared/record/date-text';
import { saveFile } from '@daybook/shared/record/save-file';
import { today } from '@daybook/shared/today';
import { tones } from './job-tones.ts';
import { LetterButton } from './letter-button.tsx';

const goesOn = ({ status }: Job): boolean => status === 'waiting' || status === 'running';

const endpoints = { list: jobs.items, total: jobs.itemsTotal, export: jobs.itemsExport };

const addressOf = ({ subject }: JobItem): string | null => {
  if (subject === null) return null;
  return recordPath(subject.kind, subject.id);
};

function useColumns(kind: Job['kind']): ColumnsOf<typeof endpoints> {
  const { t } = useTranslation('settings');
  const letters: ColumnsOf<typeof endpoints>[number] = actionsColumn(
    t('job.letter'),
    ({ made, hasFile, subject }) =>
      made !== null && hasFile && subject !== null && <LetterButton id={made} client={subject.name} />,
  );
  return [
    { title: t('job.no'), align: 'end', width: 60, sort: 'no', render: ({ id }) => id },
    linkColumn(t('job.record'), ({ subject }) => subject?.name ?? t('job.gone'), addressOf),
    textColumn(t('job.client'), ({ subject }) => (subject?.kind === 'client' ? null : subject?.client)),
    textColumn(t('job.entity'), ({ entity }) => entity?.label, { isShort: true }),
    statusColumn(t('job.result'), ({ status }) => ({
      tone: tones[status],
      label: t(`job.itemStatuses.${status}`),
    })),
    textColumn(t('job.reason'), ({ refusal }) => refusal?.message),
    ...(kind === 'reminder_send' ? [letters] : []),
  ];
}

/** One job: its progress, and the outcome of each record. Its notification leads here. */
export default function JobRecord() {
  const { id = '' } = useParams();
  const read = useLiveRead(jobs.open, { id }, goesOn);
  return <ReadView of={read}>{(job) => <Shown key={job.id} job={job} />}</ReadView>;
}

function Shown({ job }: { job: Job }) {
  const { t } = useTranslation('settings');
  const list = useList(endpoints, { id: job.id });
  const columns = useColumns(job.kind);
  useFreshItems(job);
  const title = t(`job.kinds.${job.kind}`);
  return (
    <ListScreen
      title={title}
      list={list}
      search={t('job.searchItems')}
      empty={t('job.noItems')}
      primary={<Actions job={job} />}
      about={<State job={job} />}
      filters={
        <FilterChoices
          list={list}
          name="status"
          label={t('job.result')}
          options={jobItemStatuses.map((value) => ({ value, label: t(`job.itemStatuses.${value}`) }))}
        />
      }
    >
      <DataTable label={title} list={list} columns={columns} />
    </ListScreen>
  );
}

/** Reads the items again whenever the job has moved on. */
function useFreshItems({ status, done, refused, skipped }: Job): void {
  const progress = `${status} ${done + refused + skipped}`;
  const shown = useRef(progress);
  useEffect(() => {
    if (shown.current === progress) return;
    shown.current = progress;
    void queryClient.invalidateQueries({ queryKey: ['GET', jobs.items.path] });
  }, [progress]);
}

function State({ job }: { job: Job }) {
  const { t } = useTranslation('settings');
  const { all, done, refused, skipped, status, by, at, endedAt } = job;
  return (
    <>
      <p>
        <bdi>{by}</bdi> · {t('job.at')} <InstantText at={at} />
        {endedAt !== null && (
          <>
            {' '}
            · {t('job.endedAt')} <InstantText at={endedAt} />
          </>
        )}
      </p>
      <Progress
        percent={Math.round(((done + refused + skipped) / all) * 100)}
        status={refused > 0 ? 'exception' : goesOn(job) ? 'active' : status === 'done' ? 'success' : 'normal'}
        aria-label={t(`job.kinds.${job.kind}`)}
      />
      <p aria-live="polite">
        {t('job.progress', { done: done + skipped, refused, all })}{' '}
        {status === 'cancelled' && t('job.stopped')}
        {goesOn(job) && t('job.goesOn')}
      </p>
    </>
  );
}

const attempt = (work: () => Promise<unknown>) => () =>
  void work().catch((error: unknown) => notify.failure(refusalText(error)));

function Actions({ job }: { job: Job }) {
  const { t } = useTranslation('settings');
  const { save: cancel, isSaving } = useSave(jobs.cancel);
  const saveFiles = async () => {
    const { blob } = await download(jobs.files, { id: job.id });
    saveFile({ blob, name: `${t('job.fileName')} ${today()}.zip` });
  };
  if (goesOn(job)) {
    return (
      <Button loading={isSaving} onClick={attempt(async () => cancel({ id: job.id }))}>
        {t('job.stop')}
      </Button>
    );
  }
  if (!job.hasFiles) return null;
  return (
    <Button type="primary" onClick={attempt(saveFiles)}>
      {t('job.save')}
    </Button>
  );
}
