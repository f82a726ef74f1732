import Pagination from 'antd/es/pagination';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMinor } from '@daybook/contracts/money/amount-entry';
import {
  certificateColumns,
  type CertificateColumn,
  type CertificateLine,
  type ReadCertificate,
} from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { numberLocale } from '@daybook/shared/i18n';
import { fieldText } from '@daybook/shared/read/refusal-text';
import { dateText } from '@daybook/shared/record/date-text';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { useQuarterWord } from './words.ts';
import styles from './withholding.module.css';

interface FilePreviewProps {
  rows: readonly CertificateLine[];
  /** Empty until the server has answered. */
  read: readonly ReadCertificate[];
}

const shownAtOnce = 50;
const tones = { new: 'done', same: 'draft', wrong: 'overdue' } as const;
const outcomes = ['new', 'same', 'wrong'] as const;

/** Each row as the server read it, with the receipts that it would prove. Wrong rows come first, with each error below its cell. */
export function FilePreview({ rows, read }: FilePreviewProps) {
  const { t } = useTranslation('billing');
  const [page, setPage] = useState(1);
  const numbered = rows
    .map((row, index) => ({ row, no: index + 1, verdict: read[index] }))
    .toSorted((a, b) => Number(b.verdict?.outcome === 'wrong') - Number(a.verdict?.outcome === 'wrong'));
  const shown = numbered.slice((page - 1) * shownAtOnce, page * shownAtOnce);
  return (
    <>
      <p aria-live="polite" className={styles.counts}>
        {outcomes.map((outcome) => {
          const count = read.filter((one) => one.outcome === outcome).length;
          return (
            count > 0 && (
              <StatusTag key={outcome} tone={tones[outcome]}>
                {`${t(`opening.outcome.${outcome}`)}: ${count}`}
              </StatusTag>
            )
          );
        })}
      </p>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={t('opening.preview')}>
          <thead>
            <tr>
              <th scope="col">{t('opening.row')}</th>
              {certificateColumns.map((column) => (
                <th key={column} scope="col">
                  {t(`withholding.column.${column}`)}
                </th>
              ))}
              <th scope="col">{t('withholding.proves')}</th>
              <th scope="col">{t('opening.status')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ no, row, verdict }) => (
              <PreviewRow key={no} no={no} row={row} verdict={verdict} />
            ))}
          </tbody>
        </table>
      </div>
      {numbered.length > shownAtOnce && (
        <Pagination
          current={page}
          pageSize={shownAtOnce}
          total={numbered.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  );
}

interface PreviewRowProps {
  no: number;
  row: CertificateLine;
  verdict: ReadCertificate | undefined;
}

function PreviewRow({ no, row, verdict }: PreviewRowProps) {
  const { t } = useTranslation('billing');
  const quarterOf = useQuarterWord();
  const { certificate, client, matches = [] } = verdict ?? {};
  const cells: Record<CertificateColumn, string> = certificate
    ? {
        taxId: row.taxId,
        client: client?.label ?? row.client,
        section: certificate.section,
        deductedOn: quarterOf(certificate),
        number: certificate.number,
        certificateDate: dateText(certificate.certificateDate),
        amount: formatMinor(certificate.amount, certificate.currency, numberLocale(), 'none'),
      }
    : { ...row, client: client?.label ?? row.client };
  return (
    <tr>
      <th scope="row">{no}</th>
      {certificateColumns.map((column) => (
        <td key={column} className={column === 'amount' ? styles.figure : ''}>
          <bdi>{cells[column] || '–'}</bdi>
          {verdict?.faults[column]?.map(({ code, params }) => (
            <div key={code} className={styles.fault}>
              {fieldText({ code, ...(params && { params }) })}
            </div>
          ))}
        </td>
      ))}
      <td>
        {matches.map(({ entryId, receipt, amount }) => (
          <div key={entryId}>
            <bdi>{receipt.label}</bdi>{' '}
            {certificate && formatMinor(amount, certificate.currency, numberLocale(), 'none')}
          </div>
        ))}
      </td>
      <td>
        {verdict !== undefined && (
          <StatusTag tone={tones[verdict.outcome]}>{t(`opening.outcome.${verdict.outcome}`)}</StatusTag>
        )}
      </td>
    </tr>
  );
}
