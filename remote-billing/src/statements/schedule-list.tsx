import { useTranslation } from 'react-i18next';
import { addPath, recordPath } from '@daybook/contracts/entities';
import {
  scheduleStatuses,
  statementSchedules,
  type StatementSchedule,
} from '@daybook/contracts/receivables/statements/statement-schedules';
import {
  dateColumn,
  linkColumn,
  statusColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoice } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { LinkButton } from '@daybook/shared/record/link-button';

/** Whom a schedule reaches: one client, or those of its filter. */
const reachOf = ({ client, group, crm }: StatementSchedule): string | undefined =>
  [client, group, crm].flatMap((one) => one?.label ?? []).join(' · ') || undefined;

function useColumns(): ColumnsOf<typeof statementSchedules> {
  const { t } = useTranslation('billing');
  return [
    linkColumn(
      t('schedule.name'),
      (row) => row.name,
      (row) => recordPath('statement_schedule', row.id),
      { sort: 'name' },
    ),
    textColumn(t('schedule.when'), (row) => t(`schedule.on.${row.every}`, { day: row.onDay }), {
      name: 'when',
    }),
    textColumn(t('schedule.reach'), (row) => reachOf(row) ?? t('ledger.allClients'), {
      name: 'reach',
      isShort: true,
    }),
    textColumn(t('field.entity'), (row) => row.entity?.label, { name: 'entity', isShort: true }),
    textColumn(t('schedule.owner'), (row) => row.owner.label, { name: 'owner', isShort: true }),
    statusColumn(t('schedule.status'), ({ status, pausedFor }) => ({
      tone: status === 'active' ? 'done' : 'waiting',
      label: t(`schedule.statuses.${pausedFor === 'owner' ? 'owner' : status}`),
    })),
    dateColumn(t('schedule.nextOn'), (row) => row.nextOn, { name: 'nextOn' }),
    dateColumn(t('schedule.lastOn'), (row) => row.lastOn, { name: 'lastOn', isHidden: true }),
  ];
}

export default function ScheduleList() {
  const { t } = useTranslation('billing');
  const list = useList(statementSchedules);
  const columns = useColumnChoice('statement_schedule', list, useColumns());
  return (
    <ListScreen
      title={t('schedule.list')}
      list={list}
      search={t('schedule.search')}
      empty={t('schedule.empty')}
      columns={columns}
      filters={
        <FilterChoice
          list={list}
          name="status"
          label={t('schedule.status')}
          options={scheduleStatuses.map((value) => ({ value, label: t(`schedule.statuses.${value}`) }))}
        />
      }
      primary={
        <LinkButton type="primary" to={addPath('statement_schedule')}>
          {t('schedule.add')}
        </LinkButton>
      }
    >
      <DataTable label={t('schedule.list')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
