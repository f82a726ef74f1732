import { useTranslation } from 'react-i18next';
import { holidayCalendars } from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import { linkColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { countryName } from '@daybook/shared/inputs/code-names';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { activeColumn } from '../active-column.tsx';
import { ActiveFilter } from '../active-filter.tsx';
import { addAddress, editAddress } from './addresses.ts';

function useColumns(): ColumnsOf<typeof holidayCalendars> {
  const { t } = useTranslation('settings');
  return [
    linkColumn(
      t('calendar.name'),
      (calendar) => calendar.name,
      (calendar) => editAddress(calendar.id),
      { sort: 'name' },
    ),
    textColumn(t('calendar.country'), ({ country }) => country && countryName(country), { name: 'country' }),
    textColumn(t('calendar.region'), (calendar) => calendar.regionCode, { name: 'region', width: 110 }),
    textColumn(
      t('calendar.years'),
      ({ years }) =>
        years
          .slice(0, 4)
          .map(({ year, days }) => `${year} (${days})`)
          .join(', '),
      { name: 'years' },
    ),
    activeColumn(t),
  ];
}

export default function CalendarList() {
  const { t } = useTranslation('settings');
  const list = useList(holidayCalendars);
  const columns = useColumnChoice('holiday_calendar', list, useColumns());
  return (
    <ListScreen
      title={t('calendar.list')}
      list={list}
      search={t('calendar.search')}
      filters={<ActiveFilter list={list} />}
      empty={t('calendar.empty')}
      columns={columns}
      primary={
        <LinkButton type="primary" to={addAddress}>
          {t('calendar.add')}
        </LinkButton>
      }
    >
      <DataTable label={t('calendar.list')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
