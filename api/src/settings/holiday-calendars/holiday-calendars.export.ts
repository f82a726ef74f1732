import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type {
  Holiday,
  HolidayCalendar,
} from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import type { ExportColumn } from '../../http/send-export.ts';

/** A day with its calendar; a calendar without days has a row of its own. */
export interface ExportedHoliday {
  calendar: HolidayCalendar;
  holiday: Holiday | null;
}

export function holidayExport(language: Language) {
  const { headers, sheet, yesNo } = exportTexts[language];
  const columns: ExportColumn<ExportedHoliday>[] = [
    { header: headers.calendar, value: (row) => row.calendar.name },
    { header: headers.country, value: (row) => row.calendar.country },
    { header: headers.region, value: (row) => row.calendar.regionCode },
    { header: headers.active, value: (row) => (row.calendar.active ? yesNo.yes : yesNo.no) },
    { header: headers.date, date: (row) => row.holiday?.day },
    { header: headers.holiday, value: (row) => row.holiday?.name },
  ];
  return { name: 'holidays', sheet: sheet.holidayCalendars, columns };
}
