import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { worklist, worklistTabs, type WorklistTab } from '@daybook/contracts/receivables/follow-up/worklist';
import { DataTable } from '@daybook/shared/list/data-table';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { SavedViews } from '@daybook/shared/list/saved-views';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { laterPart } from '@daybook/shared/read/later-part';
import { useRead } from '@daybook/shared/read/use-read';
import { onTheDay } from '@daybook/shared/list-address';
import { LinkButton } from '@daybook/shared/record/link-button';
import { today } from '@daybook/shared/today';
import { remindersMeetingAddress } from '../common/addresses.ts';
import { FigureSums } from '../common/figure-sums.tsx';
import { WorklistFilters } from '../common/worklist-filters.tsx';
import type { Step } from './steps.ts';
import { useClientKeys } from './use-client-keys.ts';
import { useNoAnswer } from './use-no-answer.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useWorklistColumns, type Debtor } from './worklist-columns.tsx';
import styles from './follow-up.module.css';

const StepDialog = laterPart(() => import('./step-dialog.tsx'));

/** Who owes something overdue, and what is to be done about it today. */
export default function Worklist() {
  const { t } = useTranslation('billing');
  const list = useList(worklist, undefined, { today: today() });
  const [begun, setBegun] = useState<{ step: Step; row: Debtor } | null>(null);
  const columns = useColumnChoice(
    'follow_up',
    list,
    useWorklistColumns((step, row) => setBegun({ step, row })),
  );
  const logNoAnswer = useNoAnswer();
  const actOn = useClientKeys();
  const rows: Debtor[] = list.rows.map((row) => ({ ...row, id: row.client.id }));
  const { next } = list;
  const box = useRowKeys({
    isOn: begun === null,
    ids: rows.map(({ id }) => id),
    nextPage: next === null ? undefined : () => list.goTo(next),
    act: (key, id) => {
      const row = rows.find((one) => one.id === id);
      if (row === undefined) return null;
      if (key === 'n') {
        logNoAnswer(row.client);
        return 'step_on';
      }
      return actOn(key, row.client.id, (step) => setBegun({ step, row })) ? 'stay' : null;
    },
  });
  return (
    <>
      <ListScreen
        title={t('followUp.title')}
        list={list}
        search={t('followUp.search')}
        views={<Tabs tab={list.filter.tab ?? 'all'} choose={(tab) => list.setFilter({ tab })} />}
        primary={<LinkButton to={remindersMeetingAddress(list)}>{t('reminding.open')}</LinkButton>}
        filterBar={
          <WorklistFilters list={list}>
            <SavedViews list="follow_up" />
          </WorklistFilters>
        }
        columns={columns}
        empty={t('followUp.empty')}
      >
        <WorklistSums list={list} />
        <div ref={box}>
          <DataTable label={t('followUp.title')} list={{ ...list, rows }} columns={columns.columns} />
        </div>
        <p className={styles.keys}>{t('followUp.keys')}</p>
      </ListScreen>
      {/* Outside the list, which may be empty once the step is done. */}
      {begun !== null && (
        <StepDialog
          step={begun.step}
          client={begun.row.client}
          onDone={() => setBegun(null)}
          onClose={() => setBegun(null)}
        />
      )}
    </>
  );
}

interface TabsProps {
  tab: WorklistTab;
  choose: (tab: WorklistTab | undefined) => void;
}

function Tabs({ tab, choose }: TabsProps) {
  const { t } = useTranslation('billing');
  // What the list opens on comes first.
  const tabs = ['all' as const, ...worklistTabs.filter((one) => one !== 'all')];
  return (
    <div className={styles.tabs}>
      <Segmented<WorklistTab>
        size="small"
        aria-label={t('followUp.tabs')}
        value={tab}
        onChange={(next) => choose(next === 'all' ? undefined : next)}
        options={tabs.map((value) => ({ value, label: t(`followUp.tab.${value}`) }))}
      />
    </div>
  );
}

function WorklistSums({ list: { q, filter } }: { list: { q: string; filter: object } }) {
  const { t } = useTranslation('billing');
  const { data } = useRead(worklist.total, {
    q: q || undefined,
    filter: { ...onTheDay(filter), today: today() },
  });
  return (
    <FigureSums
      sums={data?.sums.map(({ currency, overdue, outstanding, balance }) => ({
        currency,
        figures: [
          [t('overdue'), overdue],
          [t('field.outstanding'), outstanding],
          [t('followUp.balance'), balance],
        ],
      }))}
    />
  );
}
