import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import Progress from 'antd/es/progress';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '@daybook/shared/ui/status-tag';
import { useDialogFocus } from '@daybook/shared/ui/use-dialog-focus';
import { useBulk, type BulkResult } from './use-bulk.ts';
import styles from './bulk-dialog.module.css';

interface BulkDialogProps<Row> {
  /** Names what happens: "Issue 12 invoices". */
  title: string;
  /** What it means. */
  means: string;
  verb: string;
  rows: readonly Row[];
  /** What a row is called: by its new name, once it has one. */
  Name: ComponentType<{ row: Row; name: string | null }>;
  /** Why a row was refused. */
  Why: ComponentType<{ row: Row; error: unknown }>;
  one: (row: Row) => Promise<string | null>;
  end?: () => Promise<void>;
  /** `doneIds`: the rows whose selection has served. */
  onClose: (doneIds: readonly string[]) => void;
}

/** One step for many records: asked first, then its progress, and how each came out. */
export function BulkDialog<Row extends { id: string }>(props: BulkDialogProps<Row>) {
  const { title, means, verb, rows, Name, Why, one, end, onClose } = props;
  const { t } = useTranslation('billing');
  const focus = useDialogFocus();
  const { results, isRunning, run, stop } = useBulk({ rows, one, end });
  const wasRun = results.size > 0 || isRunning;
  const doneIds = rows.map(({ id }) => id).filter((id) => results.get(id)?.isDone);
  const refused = results.size - doneIds.length;
  const close = () => onClose(doneIds);
  return (
    <Modal
      open
      title={title}
      closable={!isRunning}
      mask={{ closable: !isRunning }}
      keyboard={!isRunning}
      onCancel={close}
      wrapProps={focus}
      footer={
        <Foot verb={verb} isRunning={isRunning} wasRun={wasRun} onRun={run} onStop={stop} onClose={close} />
      }
    >
      {wasRun ? (
        <>
          <Progress
            percent={Math.round((results.size / rows.length) * 100)}
            status={refused > 0 ? 'exception' : isRunning ? 'active' : 'success'}
            aria-label={title}
          />
          <p aria-live="polite">{t('bulk.progress', { done: doneIds.length, refused, all: rows.length })}</p>
        </>
      ) : (
        <p>{means}</p>
      )}
      <ul className={styles.rows} aria-label={title}>
        {rows.map((row) => (
          <BulkRow key={row.id} row={row} Name={Name} Why={Why} result={results.get(row.id)} />
        ))}
      </ul>
    </Modal>
  );
}

interface BulkRowProps<Row> extends Pick<BulkDialogProps<Row>, 'Name' | 'Why'> {
  row: Row;
  /** Nothing is said of a row that was not tried. */
  result: BulkResult | undefined;
}

function BulkRow<Row>({ row, Name, Why, result }: BulkRowProps<Row>) {
  const { t } = useTranslation('billing');
  return (
    <li className={styles.row}>
      <span>
        <Name row={row} name={result?.isDone ? result.name : null} />
      </span>
      {result?.isDone && <StatusTag tone="done">{t('bulk.done')}</StatusTag>}
      {result?.isDone === false && (
        <div className={styles.wrong}>
          <Why row={row} error={result.error} />
        </div>
      )}
    </li>
  );
}

interface FootProps {
  verb: string;
  isRunning: boolean;
  wasRun: boolean;
  onRun: () => Promise<void>;
  onStop: () => void;
  onClose: () => void;
}

function Foot({ verb, isRunning, wasRun, onRun, onStop, onClose }: FootProps) {
  const { t } = useTranslation('billing');
  if (isRunning) return <Button onClick={onStop}>{t('bulk.stop')}</Button>;
  if (wasRun) {
    return (
      <Button type="primary" onClick={onClose}>
        {t('plan.close')}
      </Button>
    );
  }
  return (
    <>
      <Button onClick={onClose}>{t('plan.cancel')}</Button>
      <Button type="primary" onClick={() => void onRun()}>
        {verb}
      </Button>
    </>
  );
}
