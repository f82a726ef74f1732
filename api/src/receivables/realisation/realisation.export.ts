import { exportTexts } from '@daybook/contracts/export-texts';
import type { ExportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type {
  RealisationGrouping,
  RealisationRow,
  RealisedBill,
  RealisedHours,
} from '@daybook/contracts/receivables/realisation/realisation';
import { inCurrency, yesOrNo } from '../../billing/documents/exported-figures.ts';
import type { ExportColumn } from '../../http/send-export.ts';

const headings: Record<RealisationGrouping, keyof ExportTexts['headers']> = {
  client: 'client',
  category: 'taskCategory',
  person: 'person',
  department: 'department',
  month: 'month',
  entity: 'entity',
};

function keyColumn(
  { headers, withoutRecord }: ExportTexts,
  by: RealisationGrouping,
  level: number,
): ExportColumn<RealisationRow> {
  const header = headers[headings[by]];
  if (by === 'month') return { header, date: ({ keys }) => keys[level]?.id };
  return {
    header,
    value: ({ keys }) => {
      const key = keys[level];
      return key?.id === 'none' ? withoutRecord.none : key?.label;
    },
  };
}

/** Costs and margin only for people who see them. */
const marginColumns = ({ headers: say }: ExportTexts): ExportColumn<RealisationRow>[] => [
  inCurrency(say.cost, (row) => row.cost),
  { header: say.uncostedMinutes, value: (row) => row.uncostedMinutes },
  inCurrency(say.margin, (row) => row.margin),
];

export function realisationExport(
  language: Language,
  levels: readonly RealisationGrouping[],
  showsMargin: boolean,
) {
  const texts = exportTexts[language];
  const say = texts.headers;
  const columns: ExportColumn<RealisationRow>[] = [
    ...levels.map((by, level) => keyColumn(texts, by, level)),
    { header: say.currency, value: (row) => row.currency },
    { header: say.minutes, value: (row) => row.minutes },
    { header: say.unratedMinutes, value: (row) => row.unratedMinutes },
    inCurrency(say.valueAtRate, (row) => row.value),
    inCurrency(say.billed, (row) => row.billed),
    inCurrency(say.writtenDown, (row) => row.writtenDown),
    inCurrency(say.collected, (row) => row.collected),
    inCurrency(say.badDebt, (row) => row.badDebt),
    inCurrency(say.effectiveRate, (row) => row.effectiveRate),
    ...(showsMargin ? marginColumns(texts) : []),
  ];
  return { name: 'realisation', sheet: texts.sheet.realisation, columns };
}

export function realisedHoursExport(language: Language, showsMargin: boolean) {
  const texts = exportTexts[language];
  const say = texts.headers;
  const columns: ExportColumn<RealisedHours>[] = [
    { header: say.date, date: (row) => row.workedOn },
    { header: say.person, value: (row) => row.person.label },
    { header: say.client, value: (row) => row.client.label },
    { header: say.taskNo, value: (row) => row.task.no },
    { header: say.title, value: (row) => row.task.label },
    { header: say.taskCategory, value: (row) => row.category?.label },
    { header: say.minutes, value: (row) => row.minutes },
    { header: say.billableWork, value: (row) => yesOrNo(texts, row.billable) },
    { header: say.currency, value: (row) => row.currency },
    inCurrency(say.hourlyRate, (row) => row.rate),
    inCurrency(say.valueAtRate, (row) => row.value),
    ...(showsMargin ? [inCurrency<RealisedHours>(say.cost, (row) => row.cost)] : []),
  ];
  return { name: 'realised-hours', sheet: texts.sheet.realisedHours, columns };
}

export function realisedBillsExport(language: Language) {
  const { headers: say, sheet } = exportTexts[language];
  const columns: ExportColumn<RealisedBill>[] = [
    { header: say.date, date: (row) => row.date },
    { header: say.invoice, value: (row) => row.invoice?.label },
    { header: say.billedTo, value: (row) => row.invoice?.client?.label },
    { header: say.client, value: (row) => row.client.label },
    { header: say.taskNo, value: (row) => row.task.no },
    { header: say.title, value: (row) => row.task.label },
    { header: say.currency, value: (row) => row.currency },
    inCurrency(say.billed, (row) => row.billed),
    inCurrency(say.writtenDown, (row) => row.writtenDown),
    inCurrency(say.collected, (row) => row.collected),
    inCurrency(say.badDebt, (row) => row.badDebt),
  ];
  return { name: 'billed-work', sheet: sheet.realisedBills, columns };
}
