import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { Job, JobItem } from '@daybook/contracts/jobs/jobs';
import type { ExportColumn } from '../http/send-export.ts';

export function jobExport(language: Language) {
  const { headers, sheet, jobKind, jobStatus } = exportTexts[language];
  const columns: ExportColumn<Job>[] = [
    { header: headers.jobKind, value: (row) => jobKind[row.kind] },
    { header: headers.startedAt, value: (row) => row.at },
    { header: headers.endedAt, value: (row) => row.endedAt },
    { header: headers.status, value: (row) => jobStatus[row.status] },
    { header: headers.records, value: (row) => row.all },
    { header: headers.doneItems, value: (row) => row.done },
    { header: headers.refusedItems, value: (row) => row.refused },
    { header: headers.skippedItems, value: (row) => row.skipped },
  ];
  return { name: 'jobs', sheet: sheet.jobs, columns };
}

/** The reason of a refusal, and the fields that it concerns with their codes. */
const reasonOf = ({ refusal }: JobItem): string | null => {
  if (refusal === null) return null;
  const fields = Object.entries(refusal.fields).map(
    ([field, faults]) => `${field}: ${faults.map(({ code }) => code).join(', ')}`,
  );
  return [refusal.message, ...fields].join(' · ');
};

export function jobItemExport(language: Language) {
  const { headers, sheet, jobItemStatus } = exportTexts[language];
  const columns: ExportColumn<JobItem>[] = [
    { header: headers.itemNo, value: (row) => Number(row.id) },
    { header: headers.record, value: ({ subject }) => (subject?.kind === 'invoice' ? subject.name : null) },
    { header: headers.client, value: ({ subject }) => subject?.client },
    { header: headers.entity, value: ({ entity }) => entity?.label },
    { header: headers.result, value: (row) => jobItemStatus[row.status] },
    { header: headers.reason, value: reasonOf },
  ];
  return { name: 'job', sheet: sheet.jobs, columns };
}
