import Button from 'antd/es/button';
import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { listPath } from '@daybook/contracts/entities';
import { mostAskedForCertificates } from '@daybook/contracts/receivables/withholding/certificate-requests';
import {
  withholdingEntries,
  withholdingTabs,
  type WithholdingRow,
  type WithholdingTab,
} from '@daybook/contracts/receivables/withholding/withholding-entries';
import { DataTable } from '@daybook/shared/list/data-table';
import type { Selection } from '@daybook/shared/list/selection';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { MoreActions } from '@daybook/shared/list/more-actions';
import { SavedViews } from '@daybook/shared/list/saved-views';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { laterPart } from '@daybook/shared/read/later-part';
import { useRead } from '@daybook/shared/read/use-read';
import { useMay } from '@daybook/shared/session';
import { useOpened } from './use-opened.ts';
import { useWithholdingColumns } from './withholding-columns.tsx';
import { useWithholdingFilters } from './withholding-filters.tsx';
import { WithholdingSums } from './withholding-sums.tsx';
import styles from './withholding.module.css';

const EntryDrawer = laterPart(() => import('./entry-drawer.tsx'));
const FileDialog = laterPart(() => import('./file-dialog.tsx'));
const AskDialog = laterPart(() => import('./ask-dialog.tsx'));

/** The tax that clients withheld, and whether a certificate proves it. */
export default function WithholdingRegister() {
  const { t } = useTranslation('billing');
  const list = useList(withholdingEntries);
  const opened = useOpened('entry');
  const columns = useColumnChoice('withholding_entry', list, useWithholdingColumns(opened.open));
  const { q, filter } = list;
  const { data: total } = useRead(withholdingEntries.total, { q: q || undefined, filter });
  const filters = useWithholdingFilters(list, total);
  const mayAdd = useMay('receipts.add');
  const [isBringing, setBringing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const picked = usePicked(list.rows);
  return (
    <>
      <ListScreen
        title={t('withholding.title')}
        list={list}
        search={t('withholding.search')}
        empty={t('withholding.empty')}
        columns={columns}
        views={<Tabs tab={filter.tab ?? 'all'} choose={(tab) => list.setFilter({ tab })} />}
        filterBar={
          <FilterBar list={list} filters={filters}>
            <SavedViews list="withholding_entry" />
          </FilterBar>
        }
        primary={<Commands ask={() => setAsking(true)} bring={() => setBringing(true)} />}
        bulk={
          picked.clientIds.length > 0 ? (
            <>
              <Button type="primary" onClick={() => setAsking(true)}>
                {t('withholding.ask.open')}
              </Button>
              <Button onClick={picked.clear}>{t('pending.clear')}</Button>
            </>
          ) : undefined
        }
      >
        <WithholdingSums total={total} />
        <DataTable
          label={t('withholding.title')}
          list={list}
          columns={columns.columns}
          {...(mayAdd && { selection: picked.selection })}
        />
      </ListScreen>
      {opened.id !== null && <EntryDrawer key={opened.id} id={opened.id} onClose={opened.close} />}
      {isAsking && (
        <AskDialog
          whom={{
            ...(picked.clientIds.length > 0 && { clientIds: picked.clientIds }),
            ...(filter.entityId !== undefined && { entityId: filter.entityId }),
          }}
          onClose={() => {
            setAsking(false);
            picked.clear();
          }}
        />
      )}
      {isBringing && <FileDialog onClose={() => setBringing(false)} />}
    </>
  );
}

/** There is room for the commonest one beside the title and the tabs. */
function Commands({ ask, bring }: { ask: () => void; bring: () => void }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const mayAdd = useMay('receipts.add');
  const to = (list: 'withheld_quarter' | 'withholding_certificate') => () => void navigate(listPath(list));
  const isHarmless = true as const;
  return (
    <>
      <MoreActions
        actions={[
          { key: 'quarters', label: t('withholding.byQuarter'), begin: to('withheld_quarter'), isHarmless },
          {
            key: 'certificates',
            label: t('withholding.certificates'),
            begin: to('withholding_certificate'),
            isHarmless,
          },
          ...(mayAdd ? [{ key: 'ask', label: t('withholding.ask.open'), begin: ask, isHarmless }] : []),
        ]}
      />
      {mayAdd && (
        <Button type="primary" onClick={bring}>
          {t('withholding.bring')}
        </Button>
      )}
    </>
  );
}

/** The rows that await a certificate and were ticked, on any page, and their clients. */
function usePicked(rows: readonly WithholdingRow[]) {
  const [picked, setPicked] = useState<readonly WithholdingRow[]>([]);
  const clientIds = [...new Set(picked.map(({ client }) => client.id))];
  const selection: Selection<WithholdingRow> = {
    keys: picked.map(({ id }) => id),
    onChange: (keys) =>
      setPicked(
        [...new Map([...picked, ...rows].map((row) => [row.id, row])).values()].filter(({ id }) =>
          keys.includes(id),
        ),
      ),
    isDisabled: ({ state, client }) =>
      (state !== 'claimed' && state !== 'part_certified') ||
      (clientIds.length >= mostAskedForCertificates && !clientIds.includes(client.id)),
  };
  return { clientIds, selection, clear: () => setPicked([]) };
}

interface TabsProps {
  tab: WithholdingTab;
  choose: (tab: WithholdingTab | undefined) => void;
}

function Tabs({ tab, choose }: TabsProps) {
  const { t } = useTranslation('billing');
  // What the list opens on comes first.
  const tabs = ['all' as const, ...withholdingTabs.filter((one) => one !== 'all')];
  return (
    <div className={styles.tabs}>
      <Segmented<WithholdingTab>
        size="small"
        aria-label={t('withholding.tabs')}
        value={tab}
        onChange={(next) => choose(next === 'all' ? undefined : next)}
        options={tabs.map((value) => ({ value, label: t(`withholding.tab.${value}`) }))}
      />
    </div>
  );
}
