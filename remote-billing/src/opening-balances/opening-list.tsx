import { negate } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import {
  openingBalances,
  type OpeningDocument,
  type OpeningEntity,
} from '@daybook/contracts/billing/opening-balances/opening-balances';
import { queryOf } from '@daybook/shared/call';
import {
  dateColumn,
  linkColumn,
  moneyColumn,
  statusColumn,
  textColumn,
  actionsColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterLookup } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ReadView } from '@daybook/shared/read/read-view';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { UsualQuery } from '@daybook/shared/list/usual-query';
import { documentAddress, openingImportsAddress, withheldAddress } from '../common/addresses.ts';
import books from '../common/books.module.css';
import { ClientLink } from '../common/client-link.tsx';
import { CutOver } from './cut-over.tsx';
import { OpeningActions } from './opening-actions.tsx';

/** The opening balances of one billing entity. Each entity has its own cut-over date. */
export default function OpeningScreen() {
  const { t } = useTranslation('billing');
  const [params] = useSearchParams();
  const read = useRead(openingBalances.entities, {});
  const { rows = [] } = read.data ?? {};
  const [first] = rows;
  if (first === undefined)
    return (
      <section aria-labelledby="opening-title">
        <h1 id="opening-title" className={books.title}>
          {t('opening.title')}
        </h1>
        <ReadView of={read} shape="list">
          {() => <p>{t('opening.noEntity')}</p>}
        </ReadView>
      </section>
    );
  const chosen = rows.find(({ entity }) => entity.id === params.get('filter[entityId]'));
  if (chosen !== undefined) return <OpeningList entities={rows} chosen={chosen} />;
  return <UsualQuery query={String(queryOf({ filter: { entityId: first.entity.id } }))} />;
}

/** Money held for the client is negative, as in the imported file. */
const signed = ({ kind, amount }: OpeningDocument): Minor => (kind === 'receipt' ? negate(amount) : amount);

function useColumns(): ColumnsOf<typeof openingBalances> {
  const { t } = useTranslation('billing');
  return [
    {
      title: t('field.client'),
      sort: 'client',
      isHeading: true,
      render: ({ client }) => <ClientLink client={client} />,
    },
    {
      ...linkColumn<OpeningDocument>(
        t('opening.number'),
        ({ number }) => number,
        ({ kind, id }) => (kind === 'withheld' ? withheldAddress(id) : documentAddress(kind, id)),
      ),
      isHeading: false,
    },
    textColumn(
      t('opening.column.kind'),
      ({ kind, section }) => [t(`opening.kind.${kind}`), section].filter(Boolean).join(' · '),
      { name: 'kind', width: 130 },
    ),
    dateColumn(t('date'), ({ date }) => date, { name: 'date' }),
    dateColumn(t('field.dueDate'), ({ kind, dueDate }) => (kind === 'invoice' ? dueDate : null), {
      name: 'dueDate',
    }),
    moneyColumn(t('opening.amount'), signed, ({ currency }) => currency),
    statusColumn(t('opening.status'), ({ kind, isLocked, isSettled }) =>
      isLocked
        ? { tone: 'done', label: t('opening.locked') }
        : isSettled
          ? { tone: 'waiting', label: t(kind === 'withheld' ? 'opening.proven' : 'opening.settled') }
          : { tone: 'draft', label: t('opening.open') },
    ),
    actionsColumn(t('shared:list.actions'), (document) => <OpeningActions document={document} />),
  ];
}

interface OpeningListProps {
  entities: readonly OpeningEntity[];
  chosen: OpeningEntity;
}

function OpeningList({ entities, chosen }: OpeningListProps) {
  const { t } = useTranslation('billing');
  const list = useList(openingBalances);
  const columns = useColumnChoice('opening_balance', list, useColumns());
  const hasDay = chosen.cutOverOn !== null;
  return (
    <ListScreen
      title={t('opening.title')}
      // One billing entity is always chosen, so the entity does not count as a filter.
      list={{
        ...list,
        filter: { clientId: list.filter.clientId },
        isFiltered: list.filter.clientId !== undefined,
      }}
      empty={t(hasDay ? 'opening.empty' : 'opening.noDay')}
      columns={columns}
      {...(hasDay && {
        primary: (
          <LinkButton type="primary" to={openingImportsAddress}>
            {t('opening.bring')}
          </LinkButton>
        ),
      })}
      about={
        <CutOver
          entities={entities}
          chosen={chosen}
          onChoose={(entityId) => list.setFilter({ entityId, clientId: undefined })}
        />
      }
      filters={<FilterLookup list={list} name="clientId" label={t('field.client')} kind="client" />}
    >
      <DataTable label={t('opening.title')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
