import { conversionOf, waitingStages } from '@daybook/contracts/crm/enquiries/enquiry-funnel';
import type {
  FunnelFigures,
  FunnelGrouping,
  FunnelRow,
} from '@daybook/contracts/crm/enquiries/enquiry-funnel';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';
import { choiceName } from './choice-name.ts';

type Value = FunnelFigures['values'][number] & { of: FunnelRow };

/** The figures of each row; values by currency are on a second sheet. */
export function funnelExport(language: Language, by: FunnelGrouping) {
  const { enquirySource, enquiryStatus, headers, lostReason, sheet } = exportTexts[language];
  const heading = {
    month: headers.month,
    source: headers.enquirySource,
    owner: headers.owner,
    service: headers.service,
  }[by];
  const nameOf = ({ id, label, usual }: FunnelRow): string =>
    label || (usual === null ? (id === 'none' ? '–' : id.slice(0, 7)) : enquirySource[usual]);
  const key = { header: heading, value: nameOf };
  const columns: ExportColumn<FunnelRow>[] = [
    key,
    { header: headers.enquiryCount, value: (row) => row.enquiries },
    { header: headers.contacted, value: ({ reached }) => reached.contacted },
    { header: headers.qualified, value: ({ reached }) => reached.qualified },
    { header: headers.proposalSent, value: ({ reached }) => reached.proposal_sent },
    { header: headers.enquiriesOpen, value: (row) => row.open },
    { header: headers.won, value: (row) => row.won },
    { header: headers.lost, value: (row) => row.lost },
    { header: headers.conversion, value: conversionOf },
    {
      header: headers.lostBy,
      value: ({ lostBy }) =>
        lostBy.map((reason) => `${choiceName(reason, lostReason)}: ${reason.count}`).join('; ') || null,
    },
    {
      header: headers.daysInStage,
      value: ({ daysIn }) =>
        waitingStages
          .flatMap((stage) => (daysIn[stage] === null ? [] : `${enquiryStatus[stage]}: ${daysIn[stage]}`))
          .join('; ') || null,
    },
  ];
  const values: ExportColumn<Value>[] = [
    { header: heading, value: ({ of }) => nameOf(of) },
    { header: headers.currency, value: ({ currency }) => currency },
    { header: headers.expectedValue, money: ({ amount }) => amount, currency: ({ currency }) => currency },
    { header: headers.wonValue, money: ({ won }) => won, currency: ({ currency }) => currency },
  ];
  return {
    name: 'enquiry-funnel',
    sheet: sheet.enquiryFunnel,
    columns,
    parts: {
      sheet: sheet.enquiryValues,
      of: (row: FunnelRow) => row.values.map((value) => ({ ...value, of: row })),
      columns: values,
    },
  };
}
