import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import Progress from 'antd/es/progress';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '@daybook/shared/ui/status-tag';
import { useDialogFocus } from '@daybook/shared/ui/use-dialog-focus';
import { useBulk } from './use-bulk.ts';
import styles from './bulk-dialog.module.css';

interface BulkDialogProps<Row> {
  /** Names what happens: "Issue 12 invoices". */
  title: string;
  /** What it means. */
  means: string;
  verb: string;
  rows: readonly Row[];
  /** What a row is called. */
  Name: ComponentType<{ row: Row }>;
  one: (row: Row) => Promise<void>;
  end?: () => Promise<void>;
  /** `wasRun`: the selection has served. */
  onClose: (wasRun: boolean) => void;
}

/** One step for many records: asked first, then its progress, and how each came out. */
export function BulkDialog<Row extends { id: string }>(props: BulkDialogProps<Row>) {
  const { title, means, verb, rows: given, Name, one, end, onClose } = props;
  const { t } = useTranslation('billing');
  const focus = useDialogFocus();
  // The list is read anew while the rows are gone through.
  const [rows] = useState(given);
  const { results, isRunning, run, stop } = useBulk({ rows, one, end });
  const wasRun = results.size > 0 || isRunning;
  const refused = [...results.values()].filter((text) => text !== null).length;
  const close = () => onClose(wasRun);
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
          <p aria-live="polite">
            {t('bulk.progress', { done: results.size - refused, refused, all: rows.length })}
          </p>
        </>
      ) : (
        <p>{means}</p>
      )}
      <ul className={styles.rows} aria-label={title}>
        {rows.map((row) => (
          <li key={row.id} className={styles.row}>
            <span>
              <Name row={row} />
            </span>
            <Outcome result={results.get(row.id)} />
          </li>
        ))}
      </ul>
    </Modal>
  );
}

/** Nothing is said of a row that was not tried. */
function Outcome({ result }: { result: string | null | undefined }) {
  const { t } = useTranslation('billing');
  if (result === undefined) return null;
  if (result === null) return <StatusTag tone="done">{t('bulk.done')}</StatusTag>;
  return <span className={styles.wrong}>{result}</span>;
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
