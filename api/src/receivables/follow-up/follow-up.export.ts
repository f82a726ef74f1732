import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import type { OwedAmounts } from '@daybook/contracts/receivables/follow-up/follow-ups';
import type { HistoryEvent } from '@daybook/contracts/receivables/follow-up/follow-up-history';
import type { Promised } from '@daybook/contracts/receivables/follow-up/promises';
import type { WorklistRow } from '@daybook/contracts/receivables/follow-up/worklist';
import type { ExportColumn, ExportedList } from '../../http/send-export.ts';
import { inCurrency } from '../../billing/documents/exported-figures.ts';

const day = (instant: string | undefined): string | null => instant?.slice(0, 10) ?? null;

/** A line for each currency of a row; a row that owes nothing has one line without amounts. */
interface WorklistLine {
  row: WorklistRow;
  owed: OwedAmounts | null;
}

export const worklistLines = ({ rows, ...page }: Page<WorklistRow>): Page<WorklistLine> => ({
  ...page,
  rows: rows.flatMap((row): WorklistLine[] =>
    row.owed.length === 0 ? [{ row, owed: null }] : row.owed.map((owed) => ({ row, owed })),
  ),
});

const money = (header: string, name: Exclude<keyof OwedAmounts, 'currency'>): ExportColumn<WorklistLine> => ({
  header,
  money: ({ owed }) => owed?.[name] ?? null,
  currency: ({ owed }) => owed?.currency ?? null,
});

export function worklistExport(language: Language): ExportedList<WorklistLine> {
  const say = exportTexts[language];
  const { headers } = say;
  const columns: ExportColumn<WorklistLine>[] = [
    { header: headers.client, value: ({ row }) => row.client.label },
    { header: headers.group, value: ({ row }) => row.group?.label },
    { header: headers.currency, value: ({ owed }) => owed?.currency },
    money(headers.overdue, 'overdue'),
    money(headers.outstanding, 'outstanding'),
    money(headers.disputed, 'disputed'),
    money(headers.unapplied, 'unapplied'),
    money(headers.balance, 'balance'),
    { header: headers.oldestDueOn, date: ({ row }) => row.oldestDueOn },
    { header: headers.daysLate, value: ({ row }) => row.daysLate },
    { header: headers.lastFollowUpOn, date: ({ row }) => day(row.lastFollowUp?.at) },
    {
      header: headers.outcome,
      value: ({ row }) => row.lastFollowUp && say.followUpOutcome[row.lastFollowUp.outcome],
    },
    { header: headers.promise, value: ({ row }) => row.promise && say.promiseState[row.promise.state] },
    { header: headers.promisedFor, date: ({ row }) => row.promise?.dueOn },
    {
      header: headers.promised,
      money: ({ row }) => row.promise?.amount ?? null,
      currency: ({ row }) => row.promise?.currency ?? null,
    },
    { header: headers.nextActionOn, date: ({ row }) => row.nextOn },
    { header: headers.responsible, value: ({ row }) => row.responsible.label },
    { header: headers.phone, value: ({ row }) => row.phone?.number },
  ];
  return { name: 'worklist', sheet: say.sheet.worklist, columns };
}

export function promiseExport(
  language: Language,
): ExportedList<Promised & { responsible: { label: string } }> {
  const say = exportTexts[language];
  const { headers } = say;
  return {
    name: 'promises',
    sheet: say.sheet.promises,
    columns: [
      { header: headers.client, value: (row) => row.client.label },
      { header: headers.status, value: (row) => say.promiseState[row.state] },
      { header: headers.date, date: (row) => row.promisedOn },
      { header: headers.promisedFor, date: (row) => row.dueOn },
      { header: headers.entity, value: (row) => row.entity?.label },
      { header: headers.currency, value: (row) => row.currency },
      inCurrency(headers.promised, (row) => row.amount),
      inCurrency(headers.received, (row) => row.received),
      { header: headers.paidLateOn, date: (row) => row.paidLateOn },
      { header: headers.invoice, value: (row) => row.invoices.map(({ label }) => label).join(', ') },
      { header: headers.responsible, value: (row) => row.responsible.label },
    ],
  };
}

/** Without a money permission, the columns of amounts and documents are left out. */
export function historyExport(language: Language, showsMoney: boolean): ExportedList<HistoryEvent> {
  const say = exportTexts[language];
  const { headers } = say;
  const amounts: ExportColumn<HistoryEvent>[] = [
    { header: headers.document, value: (row) => row.document?.label },
    { header: headers.currency, value: (row) => row.currency },
    { header: headers.amount, money: (row) => row.amount, currency: (row) => row.currency },
  ];
  return {
    name: 'follow-up-history',
    sheet: say.sheet.followUpHistory,
    columns: [
      { header: headers.date, date: (row) => row.on },
      { header: headers.event, value: (row) => say.followUpHistory[row.kind] },
      { header: headers.client, value: (row) => row.client.label },
      { header: headers.person, value: (row) => row.by?.label },
      { header: headers.channel, value: (row) => row.followUp && say.followUpChannel[row.followUp.channel] },
      { header: headers.outcome, value: (row) => row.followUp && say.followUpOutcome[row.followUp.outcome] },
      { header: headers.contact, value: (row) => row.followUp?.person },
      { header: headers.promise, value: (row) => row.promise && say.promiseState[row.promise.state] },
      { header: headers.promisedFor, date: (row) => row.promise?.dueOn },
      { header: headers.responsible, value: (row) => row.responsible?.label },
      { header: headers.followUpNote, value: (row) => row.followUp?.note ?? row.note },
      { header: headers.nextActionOn, date: (row) => row.followUp?.nextOn },
      ...(showsMoney ? amounts : []),
    ],
  };
}
