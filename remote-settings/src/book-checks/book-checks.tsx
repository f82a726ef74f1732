import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  bookChecks,
  bookRules,
  type BookCheck,
  type BookCheckRun,
  type BookFinding,
  type LookedAt,
} from '@daybook/contracts/settings/book-checks/book-checks';
import type { OutputOf } from '@daybook/contracts/endpoint';
import { notify } from '@daybook/shared/notify';
import { Amount } from '@daybook/shared/record/amount';
import { statusColumn, textColumn, type Column } from '@daybook/shared/list/columns';
import { countText } from '@daybook/shared/record/count-text';
import { DataTable } from '@daybook/shared/list/data-table';
import { InstantText } from '@daybook/shared/record/date-text';
import { onePage } from '@daybook/shared/list/one-page';
import { ReadView } from '@daybook/shared/read/read-view';
import { RecordScreen, RecordSection } from '@daybook/shared/record/record-screen';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useLiveRead } from '@daybook/shared/read/use-read';
import { refreshMe } from '@daybook/shared/session';
import { useSave } from '@daybook/shared/form/use-save';

const goesOn = ({ run }: { run: BookCheckRun | null }): boolean => run?.status === 'running';

/** Tells people who watched a run if it ends without findings. Findings are listed on the page. */
function useTold(data: OutputOf<typeof bookChecks.list> | undefined): void {
  const { t } = useTranslation('settings');
  const wasRunning = useRef(false);
  useEffect(() => {
    if (data === undefined) return;
    if (wasRunning.current && data.run?.status === 'done') {
      // The banner above every page says what the last check found.
      refreshMe().catch(() => undefined);
      if (data.rows[0]?.found === 0) notify.success(t('bookCheck.allRight'));
    }
    wasRunning.current = goesOn(data);
  }, [data, t]);
}

/** The results of the nightly checks of the books. A check can be started at any time, and runs in the background. */
export default function BookChecks() {
  const { t } = useTranslation('settings');
  const read = useLiveRead(bookChecks.list, {}, goesOn);
  const { save, isSaving } = useSave(bookChecks.run);
  useTold(read.data);
  const run = async () => {
    try {
      await save({});
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  const isRunning = read.data !== undefined && goesOn(read.data);
  return (
    <RecordScreen
      title={t('bookCheck.title')}
      actions={
        <Button type="primary" loading={isSaving || isRunning} onClick={() => void run()}>
          {t('bookCheck.run')}
        </Button>
      }
    >
      <p>{t('bookCheck.about')}</p>
      <ReadView of={read} shape="list">
        {({ rows, run: asked }) => (
          <>
            {asked !== null && <RunNote run={asked} />}
            {rows[0] !== undefined && rows[0].found > 0 && <Findings check={rows[0]} />}
            {rows[0] !== undefined && rows[0].looked.length > 0 && <Looked check={rows[0]} />}
            <RecordSection title={t('bookCheck.runs')}>
              {rows.length === 0 ? <p>{t('bookCheck.none')}</p> : <Runs rows={rows} />}
            </RecordSection>
          </>
        )}
      </ReadView>
    </RecordScreen>
  );
}

/** The status of the last requested check: running, or given up. */
function RunNote({ run: { status, by, askedAt, done } }: { run: BookCheckRun }) {
  const { t } = useTranslation('settings');
  if (status === 'done') return null;
  return (
    <Alert
      type={status === 'running' ? 'info' : 'error'}
      showIcon
      title={t(`bookCheck.${status}`)}
      description={
        <>
          <InstantText at={askedAt} /> {by !== null && <bdi>{by}</bdi>}
          {status === 'running' && <div>{t('bookCheck.progress', { done, all: bookRules.length })}</div>}
        </>
      }
    />
  );
}

type Row = BookFinding & { id: string };

const figure = (title: string, of: (row: Row) => number | null): Column<Row> => ({
  title,
  align: 'end',
  width: 115,
  render: (row) => {
    const value = of(row);
    if (value === null) return '–';
    return row.currency === null ? countText(value) : <Amount minor={value} currency={row.currency} />;
  },
});

function Findings({ check }: { check: BookCheck }) {
  const { t } = useTranslation('settings');
  const columns: Column<Row>[] = [
    { title: t('bookCheck.what'), isHeading: true, render: ({ rule }) => t(`bookRule.${rule}`) },
    textColumn(t('bookCheck.entity'), ({ entity }) => entity, { isShort: true }),
    textColumn(t('bookCheck.document'), ({ document }) => document),
    figure(t('bookCheck.expected'), ({ expected }) => expected),
    figure(t('bookCheck.actual'), ({ actual }) => actual),
  ];
  const rows = check.findings.map((finding, index) => ({ ...finding, id: `${index}` }));
  return (
    <RecordSection title={t('bookCheck.findings')}>
      <DataTable label={t('bookCheck.findings')} columns={columns} list={onePage(rows)} />
    </RecordSection>
  );
}

function useStateOf() {
  const { t } = useTranslation('settings');
  return ({ found }: { found: number }) =>
    found === 0
      ? { tone: 'done' as const, label: t('bookCheck.right') }
      : { tone: 'overdue' as const, label: t('bookCheck.wrong', { count: found }) };
}

/** Each rule of the last run, with the number of records it checked and the result. */
function Looked({ check: { at, looked } }: { check: BookCheck }) {
  const { t } = useTranslation('settings');
  const stateOf = useStateOf();
  const columns: Column<LookedAt & { id: string }>[] = [
    { title: t('bookCheck.what'), isHeading: true, render: ({ rule }) => t(`bookRule.${rule}`) },
    { title: t('bookCheck.records'), align: 'end', width: 170, render: ({ records }) => countText(records) },
    { title: t('bookCheck.at'), width: 170, render: () => <InstantText at={at} /> },
    statusColumn(t('status'), stateOf),
  ];
  const rows = looked.map((one) => ({ ...one, id: one.rule }));
  return (
    <RecordSection title={t('bookCheck.looked')}>
      <DataTable label={t('bookCheck.looked')} columns={columns} list={onePage(rows)} />
    </RecordSection>
  );
}

function Runs({ rows }: { rows: readonly BookCheck[] }) {
  const { t } = useTranslation('settings');
  const stateOf = useStateOf();
  const columns: Column<BookCheck>[] = [
    { title: t('bookCheck.at'), isHeading: true, render: ({ at }) => <InstantText at={at} /> },
    textColumn(t('bookCheck.kind'), ({ kind }) => t(`bookCheck.${kind}`)),
    statusColumn(t('status'), stateOf),
  ];
  return <DataTable label={t('bookCheck.runs')} columns={columns} list={onePage(rows)} />;
}
