import type { StaffKind, StaffMember } from '@daybook/contracts/people/staff';
import { exportTexts, namesOf } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../http/send-export.ts';

export function staffExport(language: Language, kind: StaffKind) {
  const { headers, scope, sheet, userStatus, userType } = exportTexts[language];
  const languageOf = namesOf(language, 'language');
  const columns: ExportColumn<StaffMember>[] = [
    { header: headers.name, value: (row) => row.name },
    { header: headers.userType, value: (row) => userType[row.userType] },
    { header: headers.email, value: (row) => row.email },
    { header: headers.phone, value: (row) => row.phone },
    { header: headers.departments, value: (row) => row.departments.map(({ label }) => label).join(', ') },
    { header: headers.reportsTo, value: (row) => row.manager?.label },
    { header: headers.sees, value: (row) => scope[row.scope] },
    { header: headers.language, value: (row) => languageOf(row.locale) },
    { header: headers.joinedOn, date: (row) => row.joinedOn },
    { header: headers.leftOn, date: (row) => row.leftOn },
    { header: headers.status, value: (row) => userStatus[row.status] },
  ];
  return { name: kind, sheet: sheet[kind], columns };
}
