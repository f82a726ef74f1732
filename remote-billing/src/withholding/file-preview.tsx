import { useTranslation } from 'react-i18next';
import { formatMinor } from '@daybook/contracts/money/amount-entry';
import {
  certificateColumns,
  type CertificateColumn,
  type CertificateLine,
  type ReadCertificate,
} from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { numberLocale } from '@daybook/shared/i18n';
import { dateText } from '@daybook/shared/record/date-text';
import { RowsPreview } from '../common/rows-preview.tsx';
import { useQuarterWord } from './words.ts';

interface FilePreviewProps {
  rows: readonly CertificateLine[];
  /** Empty until the server has answered. */
  read: readonly ReadCertificate[];
}

/** Each row as the server read it, with the receipts that it would prove. */
export function FilePreview({ rows, read }: FilePreviewProps) {
  const { t } = useTranslation('billing');
  const cellsOf = useCells();
  const columns = certificateColumns.map((field) => ({
    field,
    title: t(`withholding.column.${field}`),
    isFigure: field === 'amount',
    render: (row: CertificateLine, verdict: ReadCertificate | undefined) => (
      <bdi>{cellsOf(row, verdict)[field] || '–'}</bdi>
    ),
  }));
  const proves = {
    title: t('withholding.proves'),
    render: (_row: CertificateLine, verdict: ReadCertificate | undefined) => <Matches of={verdict} />,
  };
  return <RowsPreview rows={rows} read={read} columns={[...columns, proves]} />;
}

function useCells() {
  const quarterOf = useQuarterWord();
  return (row: CertificateLine, verdict: ReadCertificate | undefined): Record<CertificateColumn, string> => {
    const { certificate, client } = verdict ?? {};
    if (!certificate) return { ...row, client: client?.label ?? row.client };
    return {
      taxId: row.taxId,
      client: client?.label ?? row.client,
      section: certificate.section,
      deductedOn: quarterOf(certificate),
      number: certificate.number,
      certificateDate: dateText(certificate.certificateDate),
      amount: formatMinor(certificate.amount, certificate.currency, numberLocale(), 'none'),
    };
  };
}

function Matches({ of }: { of: ReadCertificate | undefined }) {
  const { certificate, matches = [] } = of ?? {};
  return matches.map(({ entryId, source, amount }) => (
    <div key={entryId}>
      <bdi>{source.label}</bdi>{' '}
      {certificate && formatMinor(amount, certificate.currency, numberLocale(), 'none')}
    </div>
  ));
}
