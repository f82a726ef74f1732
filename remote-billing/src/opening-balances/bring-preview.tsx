import { useState } from 'react';
import Pagination from 'antd/es/pagination';
import { useTranslation } from 'react-i18next';
import {
  openingColumns,
  type OpeningColumn,
  type OpeningInput,
  type ReadOpening,
} from '@daybook/contracts/billing/opening-balances/opening-balances';
import { negate } from '@daybook/contracts/money/money';
import { formatMinor } from '@daybook/contracts/money/amount-entry';
import { numberLocale } from '@daybook/shared/i18n';
import { dateText } from '@daybook/shared/record/date-text';
import { fieldText } from '@daybook/shared/read/refusal-text';
import { StatusTag } from '@daybook/shared/record/status-tag';
import styles from './opening-balances.module.css';

interface BringPreviewProps {
  rows: readonly OpeningInput[];
  /** Empty until the server has answered. */
  read: readonly ReadOpening[];
}

const shownAtOnce = 50;
const tones = { new: 'done', changed: 'waiting', same: 'draft', wrong: 'overdue' } as const;
const outcomes = ['new', 'changed', 'same', 'wrong'] as const;

/** Each row as the server read it. Faulty rows come first, with each error below its cell. */
export function BringPreview({ rows, read }: BringPreviewProps) {
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
              {openingColumns.map((column) => (
                <th key={column} scope="col">
                  {t(`opening.column.${column}`)}
                </th>
              ))}
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

/** A row without errors shows the server's reading: the client by name, and dates and amounts as they will be imported. */
function cellsOf(row: OpeningInput, verdict: ReadOpening | undefined): Record<OpeningColumn, string> {
  const { client, document } = verdict ?? {};
  if (!document) return { ...row, client: client?.label ?? row.client };
  const amount = document.kind === 'receipt' ? negate(document.amount) : document.amount;
  return {
    client: client?.label ?? row.client,
    number: document.number,
    date: dateText(document.date),
    dueDate: document.kind === 'receipt' ? '' : dateText(document.dueDate),
    currency: document.currency,
    amount: formatMinor(amount, document.currency, numberLocale(), 'none'),
    fxRate: document.fxRate === '1' ? '' : document.fxRate,
  };
}

function PreviewRow({
  no,
  row,
  verdict,
}: {
  no: number;
  row: OpeningInput;
  verdict: ReadOpening | undefined;
}) {
  const { t } = useTranslation('billing');
  const cells = cellsOf(row, verdict);
  return (
    <tr>
      <th scope="row">{no}</th>
      {openingColumns.map((column) => (
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
        {verdict !== undefined && (
          <StatusTag tone={tones[verdict.outcome]}>{t(`opening.outcome.${verdict.outcome}`)}</StatusTag>
        )}
      </td>
    </tr>
  );
}
