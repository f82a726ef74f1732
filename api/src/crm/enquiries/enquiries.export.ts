import type { DeletedEnquiry } from '@daybook/contracts/crm/enquiries/deleted-enquiries';
import type { EnquiryRow } from '@daybook/contracts/crm/enquiries/enquiries';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';
import { choiceName } from './choice-name.ts';

export function enquiryExport(language: Language) {
  const { enquirySource, enquiryStatus, headers, sheet } = exportTexts[language];
  const columns: ExportColumn<EnquiryRow>[] = [
    { header: headers.number, value: (row) => row.no },
    { header: headers.date, date: (row) => row.enquiryDate },
    { header: headers.name, value: (row) => row.name },
    { header: headers.company, value: (row) => row.company },
    { header: headers.email, value: (row) => row.email },
    { header: headers.phone, value: (row) => row.phone },
    { header: headers.enquirySource, value: (row) => choiceName(row.source, enquirySource) },
    { header: headers.stage, value: (row) => enquiryStatus[row.status] },
    { header: headers.owner, value: (row) => row.owner.label },
    { header: headers.nextActionOn, date: (row) => row.nextActionOn },
    { header: headers.currency, value: (row) => row.currency },
    { header: headers.expectedValue, money: (row) => row.expectedValue, currency: (row) => row.currency },
  ];
  return { name: 'enquiries', sheet: sheet.enquiries, columns };
}

export function deletedEnquiryExport(language: Language) {
  const { enquiryStatus, headers, sheet } = exportTexts[language];
  const columns: ExportColumn<DeletedEnquiry>[] = [
    { header: headers.number, value: (row) => row.no },
    { header: headers.name, value: (row) => row.name },
    { header: headers.company, value: (row) => row.company },
    { header: headers.stage, value: (row) => enquiryStatus[row.status] },
    { header: headers.owner, value: (row) => row.owner.label },
    { header: headers.deletedAt, value: (row) => row.deletedAt },
    { header: headers.deletedBy, value: (row) => row.deletedBy },
  ];
  return { name: 'deleted-enquiries', sheet: sheet.deletedEnquiries, columns };
}
