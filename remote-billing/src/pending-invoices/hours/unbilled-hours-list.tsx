import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { unbilledHours, type UnbilledTask } from '@daybook/contracts/billing/pending/unbilled-hours';
import { durationText } from '@daybook/shared/inputs/duration-input';
import { actionsColumn, moneyColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { barFilters, rangeFilter } from '@daybook/shared/list/bar-filters';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { laterPart } from '@daybook/shared/read/later-part';
import { Amount, amountText } from '@daybook/shared/record/amount';
import { countText } from '@daybook/shared/record/count-text';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import { useMay } from '@daybook/shared/session';
import { taskAddress } from '../../common/addresses.ts';
import { ClientLink } from '../../common/client-link.tsx';
import { usePartyFilters } from '../../common/document-filters.tsx';
import { Below } from '../below.tsx';
import { BySwitch } from '../by-switch.tsx';

const BillDialog = laterPart(() => import('./bill-dialog.tsx'));

function useColumns(onBill: (task: UnbilledTask) => void): ColumnsOf<typeof unbilledHours> {
  const { t } = useTranslation('billing');
  return [
    { title: t('unbilledHours.task'), isHeading: true, render: (task) => <TaskName task={task} /> },
    {
      title: t('field.client'),
      sort: 'client',
      render: ({ client, entity }) => (
        <>
          <ClientLink client={client} />
          <Below>{entity.label}</Below>
        </>
      ),
    },
    { title: t('unbilledHours.worked'), name: 'worked', render: (task) => <Worked task={task} /> },
    {
      title: t('unbilledHours.hours'),
      name: 'hours',
      align: 'end',
      width: 130,
      render: (task) => <Hours task={task} />,
    },
    moneyColumn<UnbilledTask>(
      t('unbilledHours.value'),
      ({ value }) => value,
      ({ currency }) => currency,
      { name: 'value' },
    ),
    {
      title: t('unbilledHours.proposed'),
      align: 'end',
      width: 140,
      render: (task) => <Proposed task={task} />,
    },
    actionsColumn(t('shared:list.actions'), (task) => (
      <Button size="small" onClick={() => onBill(task)}>
        {t('unbilledHours.bill')}
      </Button>
    )),
  ];
}

function TaskName({ task }: { task: UnbilledTask }) {
  const { t } = useTranslation('billing');
  const mayOpen = useMay('tasks.view');
  const name = <bdi>{task.title}</bdi>;
  return (
    <>
      {mayOpen ? <Link to={taskAddress(task.id)}>{name}</Link> : name}
      <Below>{task.isCompleted ? `${task.no} · ${t('unbilledHours.completed')}` : task.no}</Below>
    </>
  );
}

/** The days of the first and the last hours. */
function Worked({ task: { from, to } }: { task: UnbilledTask }) {
  return (
    <>
      <DateText date={from} />
      {to !== from && <Below>{dateText(to)}</Below>}
    </>
  );
}

function Hours({ task }: { task: UnbilledTask }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <bdi>{durationText(task.minutes)}</bdi>
      {task.unratedMinutes > 0 && (
        <Below>{`${t('unbilledHours.unrated')}: ${durationText(task.unratedMinutes)}`}</Below>
      )}
    </>
  );
}

/** What would be billed, and what remains of a limit. */
function Proposed({ task }: { task: UnbilledTask }) {
  const { t } = useTranslation('billing');
  const { proposed, limitLeft, currency } = task;
  return (
    <>
      <Amount minor={proposed} currency={currency} />
      {limitLeft !== null && (
        <Below>{t('unbilledHours.limitLeft', { amount: amountText(limitLeft, currency) })}</Below>
      )}
    </>
  );
}

function Filters({ list }: { list: ReturnType<typeof useList<typeof unbilledHours>> }) {
  const { t } = useTranslation('billing');
  const completed = barFilters(list).choice(
    'completed',
    t('unbilledHours.completed'),
    ['true', 'false'].map((value) => ({ value, label: t(`unbilledHours.isCompleted.${value}`) })),
  );
  const parties = usePartyFilters(list);
  return (
    <FilterBar list={list} filters={[rangeFilter(list, t('unbilledHours.worked')), ...parties, completed]} />
  );
}

/** The hours that are on no bill yet, by task. */
export default function UnbilledHoursList() {
  const { t } = useTranslation('billing');
  const list = useList(unbilledHours);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [billed, setBilled] = useState<readonly UnbilledTask[] | null>(null);
  const columns = useColumnChoice(
    'unbilled_hours',
    list,
    useColumns((task) => setBilled([task])),
  );
  // A task that is billed meanwhile is no longer selected.
  const chosen = list.rows.filter(({ id }) => picked.includes(id));
  const count = chosen.length;
  const close = () => {
    setBilled(null);
    setPicked([]);
  };
  return (
    <>
      <ListScreen
        title={t('unbilledHours.title')}
        list={list}
        views={<BySwitch current="hours" />}
        search={t('unbilledHours.search')}
        filterBar={<Filters list={list} />}
        columns={columns}
        empty={t('unbilledHours.empty')}
        bulk={
          count > 0 ? (
            <>
              <Button type="primary" onClick={() => setBilled(chosen)}>
                {t('unbilledHours.billMany', { count, shown: countText(count) })}
              </Button>
              <Button onClick={() => setPicked([])}>{t('pending.clear')}</Button>
            </>
          ) : undefined
        }
      >
        <DataTable
          label={t('unbilledHours.title')}
          list={list}
          columns={columns.columns}
          selection={{ keys: chosen.map(({ id }) => id), onChange: setPicked }}
        />
      </ListScreen>
      {billed !== null && (
        <BillDialog tasks={billed} from={list.filter.from} to={list.filter.to} onClose={close} />
      )}
    </>
  );
}
