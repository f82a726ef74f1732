import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PendingTotal, pendingByClient } from '@daybook/contracts/billing/pending/pending-totals';
import { laterPart } from '@daybook/shared/read/later-part';
import { useMay } from '@daybook/shared/session';
import { actionsColumn } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterLookup } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { SavedViews } from '@daybook/shared/list/saved-views';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { CurrencyFilter, EntityFilter } from '../common/document-filters.tsx';
import { ListSums } from '../common/list-sums.tsx';
import { BySwitch } from './by-switch.tsx';
import { useWaitingColumns } from './pending-total-columns.tsx';

const PlanDialog = laterPart(() => import('./plan-dialog.tsx'));

interface WaitingListProps {
  endpoints: typeof pendingByClient;
  by: 'clients' | 'groups';
}

const words = {
  clients: { title: 'clients', search: 'searchClients', empty: 'emptyClients' },
  groups: { title: 'groups', search: 'searchGroups', empty: 'emptyGroups' },
} as const;

const listNames = { clients: 'pending_client', groups: 'pending_group' } as const;

const canBeBilled = ({ items, held }: PendingTotal): boolean => items > held.items;

const workOf = ({ who, entity, currency }: PendingTotal, by: WaitingListProps['by']) => ({
  ...(by === 'clients' ? { clientId: who.id } : { groupId: who.id }),
  entityId: entity.id,
  currency,
});

const pickedOf = (keys: readonly string[], rows: readonly PendingTotal[]) =>
  keys.flatMap((key) => rows.find(({ id }) => id === key) ?? []);

/** Pending items by client or by group: the amount, its age, why items are held, and an action that drafts the invoices. */
export function WaitingList({ endpoints, by }: WaitingListProps) {
  const { t } = useTranslation('billing');
  const list = useList(endpoints);
  const mayDraft = useMay('invoices.add');
  const [picked, setPicked] = useState<readonly PendingTotal[]>([]);
  const [asked, setAsked] = useState<readonly PendingTotal[] | null>(null);
  const bill = actionsColumn<PendingTotal>(t('shared:list.actions'), (row) => (
    <BillButton row={row} onClick={() => setAsked([row])} />
  ));
  const usual = useWaitingColumns(by);
  const columns = useColumnChoice(listNames[by], list, mayDraft ? [...usual, bill] : usual);
  const { title, search, empty } = words[by];
  return (
    <>
      <ListScreen
        title={t(`pendingTotal.${title}`)}
        list={list}
        views={<BySwitch current={by} />}
        search={t(`pendingTotal.${search}`)}
        filters={<WaitingFilters list={list} by={by} />}
        empty={t(`pendingTotal.${empty}`)}
        columns={columns}
        bulk={
          picked.length > 0 ? (
            <BillBar count={picked.length} onPreview={() => setAsked(picked)} onClear={() => setPicked([])} />
          ) : undefined
        }
      >
        <ListSums of={endpoints.total} list={list} open={t('pendingTotal.ready')} />
        <DataTable
          label={t(`pendingTotal.${title}`)}
          list={list}
          columns={columns.columns}
          {...(mayDraft && {
            selection: {
              keys: picked.map(({ id }) => id),
              onChange: (keys: string[]) => setPicked(pickedOf(keys, [...list.rows, ...picked])),
              isDisabled: (row: PendingTotal) => !canBeBilled(row),
            },
          })}
        />
      </ListScreen>
      {asked !== null && (
        <PlanDialog
          work={asked.map((row) => workOf(row, by))}
          canBeGrouped={by === 'groups' || asked.some(({ group }) => group !== null)}
          billedBy={by === 'groups' ? 'group' : 'client'}
          onClose={() => setAsked(null)}
          onDone={() => setPicked([])}
        />
      )}
    </>
  );
}

function BillButton({ row, onClick }: { row: PendingTotal; onClick: () => void }) {
  const { t } = useTranslation('billing');
  return (
    <Button
      size="small"
      disabled={!canBeBilled(row)}
      aria-label={t('pendingTotal.billOf', { who: row.who.label })}
      onClick={onClick}
    >
      {t('pendingTotal.bill')}
    </Button>
  );
}

interface BillBarProps {
  count: number;
  onPreview: () => void;
  onClear: () => void;
}

function BillBar({ count, onPreview, onClear }: BillBarProps) {
  const { t } = useTranslation('billing');
  return (
    <>
      <Button type="primary" onClick={onPreview}>
        {t('pendingTotal.preview', { count })}
      </Button>
      <Button onClick={onClear}>{t('pending.clear')}</Button>
    </>
  );
}

interface WaitingFiltersProps {
  list: ReturnType<typeof useList<typeof pendingByClient>>;
  by: WaitingListProps['by'];
}

function WaitingFilters({ list, by }: WaitingFiltersProps) {
  const { t } = useTranslation('billing');
  return (
    <>
      <FilterLookup list={list} name="groupId" label={t('pending.group')} kind="client_group" />
      <EntityFilter list={list} />
      <CurrencyFilter list={list} />
      <SavedViews list={listNames[by]} />
    </>
  );
}
