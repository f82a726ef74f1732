import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import type { ReminderPreview } from '@daybook/contracts/receivables/reminders/reminders';
import type { ExportedList } from '../../http/send-export.ts';

/** A line for each currency that is asked for; a client that gets nothing has one line, with the reason. */
interface Line {
  row: ReminderPreview;
  asked: ReminderPreview['totals'][number] | null;
}

export const previewLines = ({ rows, ...page }: Page<ReminderPreview>): Page<Line> => ({
  ...page,
  rows: rows.flatMap((row): Line[] =>
    row.totals.length === 0 ? [{ row, asked: null }] : row.totals.map((asked) => ({ row, asked })),
  ),
});

const shownChannel = { mail: 'email', letter: 'letter', call: 'call' } as const;

export function previewExport(language: Language): ExportedList<Line> {
  const say = exportTexts[language];
  const { headers } = say;
  return {
    name: 'reminders',
    sheet: say.sheet.reminders,
    columns: [
      { header: headers.client, value: ({ row }) => row.client.label },
      { header: headers.entity, value: ({ row }) => row.entity.label },
      { header: headers.reminder, value: ({ row }) => row.level?.name },
      {
        header: headers.channel,
        value: ({ row }) => row.channel && say.followUpChannel[shownChannel[row.channel]],
      },
      { header: headers.recipients, value: ({ row }) => [...row.sentTo, ...row.copiedTo].join(', ') },
      { header: headers.currency, value: ({ asked }) => asked?.currency },
      {
        header: headers.askedFor,
        money: ({ asked }) => asked?.amount ?? null,
        currency: ({ asked }) => asked?.currency ?? null,
      },
      { header: headers.reason, value: ({ row }) => row.why && say.reminderWhyNot[row.why] },
    ],
  };
}
