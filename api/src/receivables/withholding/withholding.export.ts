import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { CertificateRow } from '@daybook/contracts/receivables/withholding/withholding-certificates';
import type {
  WithheldQuarter,
  WithholdingRow,
} from '@daybook/contracts/receivables/withholding/withholding-entries';
import { inCurrency, yesOrNo } from '../../billing/documents/exported-figures.ts';
import type { ExportColumn } from '../../http/send-export.ts';

const labels = (of: readonly { label: string }[]): string => of.map(({ label }) => label).join(', ');

export function entriesExport(language: Language) {
  const { headers: say, sheet, withholdingState } = exportTexts[language];
  const columns: ExportColumn<WithholdingRow>[] = [
    { header: say.client, value: (row) => row.client.label },
    { header: say.entity, value: (row) => row.entity.label },
    { header: say.fiscalYear, value: (row) => row.fy },
    { header: say.quarter, value: (row) => row.quarter },
    { header: say.deductedOn, date: (row) => row.deductedOn },
    { header: say.section, value: (row) => row.section },
    { header: say.receipt, value: (row) => row.source.label },
    { header: say.invoices, value: (row) => labels(row.invoices) },
    { header: say.currency, value: (row) => row.currency },
    inCurrency(say.withheldOf, (row) => row.base),
    { header: say.rate, value: (row) => row.rate },
    inCurrency(say.withheld, (row) => row.amount),
    inCurrency(say.certified, (row) => row.certified),
    inCurrency(say.writtenOff, (row) => row.writtenOff),
    inCurrency(say.awaited, (row) => row.open),
    { header: say.status, value: (row) => withholdingState[row.state] },
    { header: say.certificates, value: (row) => labels(row.certificates) },
  ];
  return { name: 'withholding-register', sheet: sheet.withholdingRegister, columns };
}

export function quartersExport(language: Language) {
  const { headers: say, sheet } = exportTexts[language];
  const columns: ExportColumn<WithheldQuarter>[] = [
    { header: say.client, value: (row) => row.client.label },
    { header: say.fiscalYear, value: (row) => row.fy },
    { header: say.quarter, value: (row) => row.quarter },
    { header: say.currency, value: (row) => row.currency },
    { header: say.receipts, value: (row) => row.entries },
    inCurrency(say.withheld, (row) => row.amount),
    inCurrency(say.certified, (row) => row.certified),
    inCurrency(say.writtenOff, (row) => row.writtenOff),
    inCurrency(say.awaited, (row) => row.open),
  ];
  return { name: 'withholding-by-quarter', sheet: sheet.withholdingQuarters, columns };
}

export function certificatesExport(language: Language) {
  const texts = exportTexts[language];
  const { headers: say, sheet } = texts;
  const columns: ExportColumn<CertificateRow>[] = [
    { header: say.number, value: (row) => row.number },
    { header: say.date, date: (row) => row.certificateDate },
    { header: say.client, value: (row) => row.client.label },
    { header: say.entity, value: (row) => row.entity.label },
    { header: say.section, value: (row) => row.section },
    { header: say.fiscalYear, value: (row) => row.fy },
    { header: say.quarter, value: (row) => row.quarter },
    { header: say.currency, value: (row) => row.currency },
    inCurrency(say.amount, (row) => row.amount),
    inCurrency(say.matched, (row) => row.matched),
    { header: say.withdrawn, value: (row) => yesOrNo(texts, row.isWithdrawn) },
  ];
  return { name: 'withholding-certificates', sheet: sheet.withholdingCertificates, columns };
}
