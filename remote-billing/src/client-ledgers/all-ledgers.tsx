import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { allLedgers, type LedgerRow } from '@daybook/contracts/billing/client-ledgers/all-ledgers';
import { listPath } from '@daybook/contracts/entities';
import { mostChosen } from '@daybook/contracts/receivables/statements/statements';
import { queryOf } from '@daybook/shared/call';
import { linkColumn, moneyColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { barFilters, rangeFilter } from '@daybook/shared/list/bar-filters';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { useNarrow } from '@daybook/shared/list/use-narrow';
import { laterPart } from '@daybook/shared/read/later-part';
import { breakpoints } from '@daybook/shared/theme';
import { useRead } from '@daybook/shared/read/use-read';
import { LinkButton } from '@daybook/shared/record/link-button';
import { today } from '@daybook/shared/today';
import { UsualQuery } from '@daybook/shared/list/usual-query';
import { groupLedgerAddress, ledgerAddress } from '../common/addresses.ts';
import { useCurrencyFilter, useEntityFilter } from '../common/document-filters.tsx';
import { FigureSums } from '../common/figure-sums.tsx';

const SendStatements = laterPart(() => import('./send-statements.tsx'));

/** The list starts with this year to date. The filter can be removed. */
export default function AllLedgers() {
  const [params] = useSearchParams();
  const [isChosen, setChosen] = useState(params.size > 0);
  if (!isChosen && params.size > 0) setChosen(true);
  if (isChosen) return <LedgerList />;
  const now = today();
  return <UsualQuery query={String(queryOf({ filter: { from: `${now.slice(0, 4)}-01-01`, to: now } }))} />;
}

type List = ReturnType<typeof useList<typeof allLedgers>>;

const daysOf = ({ from, to }: List['filter']) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { asOf: to }),
});

const addressOf = ({ client, entity, currency }: LedgerRow, filter: List['filter']): string =>
  ledgerAddress({ clientId: client.id, entityId: entity.id, currency, ...daysOf(filter) });

function GroupLink({ row: { group, entity, currency }, filter }: { row: LedgerRow; filter: List['filter'] }) {
  if (group === null) return <span aria-hidden="true">–</span>;
  const of = { groupId: group.id, entityId: entity.id, currency };
  return (
    <Link to={groupLedgerAddress({ ...of, ...daysOf(filter) })}>
      <bdi>{group.label}</bdi>
    </Link>
  );
}

function useColumns(filter: List['filter']): ColumnsOf<typeof allLedgers> {
  const { t } = useTranslation('billing');
  const isInCards = useNarrow();
  // On a smaller screen it would push the closing balance off it.
  const hasRoom = !useNarrow(breakpoints.wide) || isInCards;
  const figure = (name: 'opening' | 'debit' | 'credit') =>
    moneyColumn<LedgerRow>(
      t(`ledger.${name}`),
      (row) => row[name],
      (row) => row.currency,
      { name, zeroAsDash: true },
    );
  return [
    linkColumn(
      t('field.client'),
      ({ client }) => client.label,
      (row) => addressOf(row, filter),
      { sort: 'name' },
    ),
    {
      title: t('pending.group'),
      name: 'group',
      width: 110,
      render: (row) => <GroupLink row={row} filter={filter} />,
    },
    textColumn(t('field.entity'), ({ entity }) => entity.label, { name: 'entity', isShort: true }),
    textColumn(t('unbilled.crm'), ({ crm }) => crm.label, { name: 'crm', isHidden: !hasRoom, isShort: true }),
    figure('opening'),
    figure('debit'),
    figure('credit'),
    moneyColumn(
      t('ledger.closing'),
      (row) => row.closing,
      (row) => row.currency,
      { sort: 'closing' },
    ),
  ];
}

function LedgerSums({ list: { q, filter } }: { list: Pick<List, 'q' | 'filter'> }) {
  const { t } = useTranslation('billing');
  const { data } = useRead(allLedgers.total, { q: q || undefined, filter });
  const names = ['opening', 'debit', 'credit', 'closing'] as const;
  return (
    <FigureSums
      sums={data?.sums.map((one) => ({
        currency: one.currency,
        figures: names.map((name) => [t(`ledger.${name}`), one[name]]),
      }))}
    />
  );
}

function Filters({ list }: { list: List }) {
  const { t } = useTranslation('billing');
  const { lookup, toggle } = barFilters(list);
  return (
    <FilterBar
      list={list}
      filters={[
        rangeFilter(list, t('unbilled.period')),
        toggle('withBalance', t('ledger.withBalance')),
        useEntityFilter(list),
        useCurrencyFilter(list),
        lookup('groupId', t('pending.group'), 'client_group'),
        lookup('crmId', t('unbilled.crm'), 'person'),
      ]}
    />
  );
}

function LedgerList() {
  const { t } = useTranslation('billing');
  const list = useList(allLedgers);
  const columns = useColumnChoice('client_ledger', list, useColumns(list.filter));
  const [isSending, setSending] = useState(false);
  const [picked, setPicked] = useState<readonly LedgerRow[]>([]);
  const { from, to, entityId, groupId, crmId, withBalance } = list.filter;
  const found = { q: list.q, entityId, groupId, crmId, withBalance: withBalance !== undefined };
  const clientIds = [...new Set(picked.map(({ client }) => client.id))];
  const close = () => {
    setSending(false);
    setPicked([]);
  };
  return (
    <ListScreen
      title={t('ledger.all')}
      list={list}
      search={t('unbilled.search')}
      empty={t('ledger.noneAtAll')}
      primary={<Button onClick={() => setSending(true)}>{t('statement.sendMany')}</Button>}
      views={<LinkButton to={listPath('statement_schedule')}>{t('schedule.open')}</LinkButton>}
      bulk={
        picked.length > 0 ? (
          <>
            <Button type="primary" onClick={() => setSending(true)}>
              {t('statement.sendMany')}
            </Button>
            <Button onClick={() => setPicked([])}>{t('pending.clear')}</Button>
          </>
        ) : undefined
      }
      filterBar={<Filters list={list} />}
      columns={columns}
    >
      <LedgerSums list={list} />
      <DataTable
        label={t('ledger.all')}
        list={list}
        columns={columns.columns}
        selection={{
          keys: picked.map(({ id }) => id),
          onChange: (keys) =>
            setPicked(
              [...new Map([...picked, ...list.rows].map((row) => [row.id, row])).values()].filter(({ id }) =>
                keys.includes(id),
              ),
            ),
          isDisabled: ({ client, id }) =>
            clientIds.length >= mostChosen &&
            !clientIds.includes(client.id) &&
            !picked.some((row) => row.id === id),
        }}
      />
      {isSending && (
        <SendStatements
          chosen={{ from, to, ...(clientIds.length > 0 ? { clientIds } : found) }}
          onClose={close}
        />
      )}
    </ListScreen>
  );
}
