import Pagination from 'antd/es/pagination';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import { fieldText } from '@daybook/shared/read/refusal-text';
import { StatusTag } from '@daybook/shared/record/status-tag';
import styles from './rows-preview.module.css';

const outcomes = ['new', 'changed', 'same', 'wrong'] as const;
type Outcome = (typeof outcomes)[number];
const tones = { new: 'done', changed: 'waiting', same: 'draft', wrong: 'overdue' } as const;

/** What the server says of a row. */
interface Verdict {
  outcome: Outcome;
  faults: FieldRefusals;
}

interface PreviewColumn<Row, Read> {
  /** The field of the row, whose errors stand below the cell; absent for what only the server adds. */
  field?: string;
  title: string;
  isFigure?: boolean;
  render: (row: Row, read: Read | undefined) => ReactNode;
}

interface RowsPreviewProps<Row, Read> {
  rows: readonly Row[];
  /** Empty until the server has answered. */
  read: readonly Read[];
  columns: readonly PreviewColumn<Row, Read>[];
}

const shownAtOnce = 50;

/** Each row of a file as the server read it. Wrong rows come first, with each error below its cell. */
export function RowsPreview<Row, Read extends Verdict>({ rows, read, columns }: RowsPreviewProps<Row, Read>) {
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
          return count > 0 && <OutcomeTag key={outcome} outcome={outcome} count={count} />;
        })}
      </p>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={t('opening.preview')}>
          <thead>
            <tr>
              <th scope="col">{t('opening.row')}</th>
              {columns.map(({ title }) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
              <th scope="col">{t('opening.status')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ no, row, verdict }) => (
              <PreviewRow key={no} no={no} row={row} verdict={verdict} columns={columns} />
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

interface PreviewRowProps<Row, Read> {
  no: number;
  row: Row;
  verdict: Read | undefined;
  columns: readonly PreviewColumn<Row, Read>[];
}

function PreviewRow<Row, Read extends Verdict>({ no, row, verdict, columns }: PreviewRowProps<Row, Read>) {
  return (
    <tr>
      <th scope="row">{no}</th>
      {columns.map(({ field, title, isFigure, render }) => (
        <td key={title} className={isFigure ? styles.figure : ''}>
          {render(row, verdict)}
          {field !== undefined &&
            verdict?.faults[field]?.map(({ code, params }) => (
              <div key={code} className={styles.fault}>
                {fieldText({ code, ...(params && { params }) })}
              </div>
            ))}
        </td>
      ))}
      <td>{verdict !== undefined && <OutcomeTag outcome={verdict.outcome} />}</td>
    </tr>
  );
}

function OutcomeTag({ outcome, count }: { outcome: Outcome; count?: number }) {
  const { t } = useTranslation('billing');
  const word = t(`opening.outcome.${outcome}`);
  return <StatusTag tone={tones[outcome]}>{count === undefined ? word : `${word}: ${count}`}</StatusTag>;
}
