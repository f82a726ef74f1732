import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import {
  pendingInvoices,
  pendingStatuses,
  type PendingItem,
} from '@daybook/contracts/billing/pending/pending-invoices';
import { useMay } from '@daybook/shared/session';
import { Amount } from '@daybook/shared/record/amount';
import { actionsColumn, dateColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { barFilters } from '@daybook/shared/list/bar-filters';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { SavedViews } from '@daybook/shared/list/saved-views';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { UsualQuery } from '@daybook/shared/list/usual-query';
import { invoiceAddress, receiptAddress, taskAddress } from '../common/addresses.ts';
import { ClientLink } from '../common/client-link.tsx';
import { useCurrencyFilter, usePartyFilters } from '../common/document-filters.tsx';
import { ListSums } from '../common/list-sums.tsx';
import { AddItem } from './add-item.tsx';
import { Below } from './below.tsx';
import { BySwitch } from './by-switch.tsx';
import { daysSince } from './days-since.ts';
import { DraftBar } from './draft-bar.tsx';
import { ItemMenu } from './item-menu.tsx';
import styles from './pending-invoices.module.css';

const tones: Record<PendingItem['status'], Tone> = {
  open: 'waiting',
  held: 'draft',
  invoiced: 'done',
  written_off: 'draft',
};

function useColumns(): ColumnsOf<typeof pendingInvoices> {
  const { t } = useTranslation('billing');
  return [
    { title: t('pending.description'), isHeading: true, render: (item) => <What item={item} /> },
    {
      title: t('field.client'),
      name: 'client',
      render: (item) => (
        <div className={styles.client} title={item.client.label}>
          <ClientLink client={item.client} />
          {item.group !== null && <Below>{item.group.label}</Below>}
        </div>
      ),
    },
    textColumn(t('field.entity'), (item) => item.entity.label, { name: 'entity', isShort: true }),
    dateColumn(t('pending.readyOn'), (item) => item.readyOn, { name: 'readyOn', sort: 'readyOn' }),
    { title: t('pending.age'), name: 'age', align: 'end', width: 90, render: (item) => <Age item={item} /> },
    { title: t('field.status'), width: 100, render: (item) => <ItemState item={item} /> },
    { title: t('line.amount'), align: 'end', width: 115, render: (item) => <ItemAmount item={item} /> },
    actionsColumn(t('shared:list.actions'), (item) => <ItemMenu item={item} />),
  ];
}

/** The description, linked to the invoice that bills the item, or to its task. */
function What({ item }: { item: PendingItem }) {
  const mayOpenTask = useMay('tasks.view');
  const mayOpenInvoice = useMay('invoices.view');
  const mayOpenReceipt = useMay('receipts.view');
  const name = <bdi className={styles.what}>{item.description}</bdi>;
  if (item.invoiceId !== null && mayOpenInvoice)
    return <Link to={invoiceAddress(item.invoiceId)}>{name}</Link>;
  if (item.source === 'task' && item.sourceId !== null && mayOpenTask) {
    return <Link to={taskAddress(item.sourceId)}>{name}</Link>;
  }
  // The charge for a bounced cheque, which links to its receipt.
  if (item.source === 'manual' && item.sourceId !== null && mayOpenReceipt) {
    return <Link to={receiptAddress(item.sourceId)}>{name}</Link>;
  }
  return name;
}

/** How many days the item has been pending; empty once it is billed or written off. */
function Age({ item }: { item: PendingItem }) {
  const { t } = useTranslation('billing');
  if (item.status !== 'open' && item.status !== 'held') return <span aria-hidden="true">–</span>;
  return <bdi className={styles.age}>{t('pending.days', { count: daysSince(item.readyOn) })}</bdi>;
}

function ItemState({ item }: { item: PendingItem }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <StatusTag tone={tones[item.status]}>{t(`pendingStatus.${item.status}`)}</StatusTag>
      {item.holdReason !== null && <Below>{item.holdReason}</Below>}
    </>
  );
}

/** The amount to bill. If somebody changed it, the original amount is shown struck through. */
function ItemAmount({ item }: { item: PendingItem }) {
  const { amount, originalAmount, currency, reason } = item;
  return (
    <>
      {amount !== originalAmount && (
        <>
          <del className={styles.before}>
            <Amount minor={originalAmount} currency={currency} showCurrency={false} />
          </del>{' '}
        </>
      )}
      <Amount minor={amount} currency={currency} />
      {reason !== null && <Below>{reason}</Below>}
    </>
  );
}

/** The list starts with unbilled items, because people come for those. The filter can be removed. */
export default function PendingScreen() {
  const [params] = useSearchParams();
  const [isChosen, setChosen] = useState(params.size > 0);
  if (!isChosen && params.size > 0) setChosen(true);
  if (!isChosen) return <UsualQuery query="filter[status]=open" list="pending_item" />;
  return <PendingList />;
}

function PendingList() {
  const { t } = useTranslation('billing');
  const list = useList(pendingInvoices);
  const columns = useColumnChoice('pending_item', list, useColumns());
  const mayDraft = useMay('invoices.add');
  const [isAdding, setAdding] = useState(false);
  const [picked, setPicked] = useState<readonly PendingItem[]>([]);
  // An item that changed since it was selected counts in its current version. A billed item is no longer selected.
  const now = picked.map((one) => list.rows.find(({ id }) => id === one.id) ?? one);
  const chosen = now.filter((item) => item.status === 'open');
  const choose = (keys: string[]) =>
    setPicked(
      keys.flatMap(
        (key) => list.rows.find(({ id }) => id === key) ?? chosen.find(({ id }) => id === key) ?? [],
      ),
    );
  const add = (
    <Button type={chosen.length === 0 ? 'primary' : 'default'} onClick={() => setAdding(true)}>
      {t('pending.add')}
    </Button>
  );
  return (
    <>
      <ListScreen
        title={t('pending.list')}
        list={list}
        views={<BySwitch current="items" />}
        search={t('pending.search')}
        filterBar={<PendingFilters list={list} />}
        columns={columns}
        empty={t('pending.empty')}
        primary={add}
        bulk={chosen.length > 0 ? <DraftBar chosen={chosen} onClear={() => setPicked([])} /> : undefined}
      >
        <ListSums of={pendingInvoices.total} list={list} open={t('listSum.waiting')} />
        <DataTable
          label={t('pending.list')}
          list={list}
          columns={columns.columns}
          {...(mayDraft && {
            selection: {
              keys: chosen.map(({ id }) => id),
              onChange: choose,
              isDisabled: (item: PendingItem) => item.status !== 'open',
            },
          })}
        />
      </ListScreen>
      {isAdding && <AddItem clientId={list.filter.clientId} onClose={() => setAdding(false)} />}
    </>
  );
}

function PendingFilters({ list }: { list: ReturnType<typeof useList<typeof pendingInvoices>> }) {
  const { t } = useTranslation('billing');
  const { choice, lookup } = barFilters(list);
  return (
    <FilterBar
      list={list}
      filters={[
        choice(
          'status',
          t('field.status'),
          pendingStatuses.map((value) => ({ value, label: t(`pendingStatus.${value}`) })),
        ),
        ...usePartyFilters(list),
        lookup('groupId', t('pending.group'), 'client_group'),
        useCurrencyFilter(list),
      ]}
    >
      <SavedViews list="pending_item" />
    </FilterBar>
  );
}
