import Button from 'antd/es/button';
import Progress from 'antd/es/progress';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { download } from '@daybook/shared/call';
import { ConfirmButton } from '../form/confirm.tsx';
import { useSave } from '../form/use-save.tsx';
import { queryClient } from '@daybook/shared/query-client';
import { ErrorBox } from '../read/error-box.tsx';
import { ReadView } from '../read/read-view.tsx';
import { useLiveRead } from '../read/use-read.tsx';
import { countText } from '../record/count-text.tsx';
import { InstantText } from '../record/date-text.tsx';
import { RecordScreen } from '../record/record-screen.tsx';
import { saveFile } from '../record/save-file.tsx';
import { StatusTag } from '../record/status-tag.tsx';
import { CheckDialog } from './check-dialog.tsx';
import { ImportRows } from './import-rows.tsx';
import { outcomeTones, stateTones, statusTones } from './import-tones.ts';
import type { Import, ImportedKind } from './imported-kind.ts';
import styles from './imports.module.css';

const goesOn = ({ status }: Import): boolean => status === 'running' || status === 'undoing';

interface ImportRecordProps {
  kind: ImportedKind;
  /** What the undo does to the records. */
  undoConsequence: string;
}

/** One import: its columns and rules, the dry run, the progress, the result and the undo. */
export function ImportRecord(props: ImportRecordProps) {
  const { id = '' } = useParams();
  const read = useLiveRead(props.kind.endpoints.open, { id }, goesOn);
  return <ReadView of={read}>{(one) => <Shown key={one.id} of={one} {...props} />}</ReadView>;
}

const finished = ({ outcomes }: Import): number =>
  Object.values(outcomes).reduce((sum, count) => sum + count, 0);

/** Reads the rows again whenever the import has moved on. */
function useFreshRows({ rows, rowsTotal }: ImportedKind['endpoints'], of: Import): void {
  const progress = `${of.version} ${of.status} ${finished(of)} ${of.undone + of.kept}`;
  const shown = useRef(progress);
  useEffect(() => {
    if (shown.current === progress) return;
    shown.current = progress;
    void queryClient.invalidateQueries({ queryKey: ['GET', rows.path] });
    void queryClient.invalidateQueries({ queryKey: ['GET', rowsTotal.path] });
  }, [progress, rows, rowsTotal]);
}

interface ShownProps extends ImportRecordProps {
  of: Import;
}

function Shown(props: ShownProps) {
  const { kind, of } = props;
  const { t } = useTranslation('import-screens');
  const [isChecking, setChecking] = useState(of.status === 'read');
  useFreshRows(kind.endpoints, of);
  return (
    <RecordScreen
      title={of.fileName}
      status={<StatusTag tone={statusTones[of.status]}>{t(`status.${of.status}`)}</StatusTag>}
      summary={<Summary of={of} />}
      actions={<Actions {...props} onCheck={() => setChecking(true)} />}
    >
      <Counts of={of} />
      {of.status !== 'read' && <ImportRows kind={kind} of={of} />}
      {isChecking && <CheckDialog kind={kind} of={of} onClose={() => setChecking(false)} />}
    </RecordScreen>
  );
}

function Summary({ of: { by, at, rows, sheet, otherSheets, undoUntil } }: { of: Import }) {
  const { t } = useTranslation('import-screens');
  return (
    <>
      <bdi>{by}</bdi> · <InstantText at={at} /> · {t('rowCount', { count: rows })}
      {sheet !== null && (
        <>
          {' '}
          · <bdi>{sheet}</bdi>
          {otherSheets > 0 && ` (${t('otherSheets', { count: otherSheets })})`}
        </>
      )}
      {undoUntil !== null && (
        <>
          {' '}
          · {t('undoUntil')} <InstantText at={undoUntil} />
        </>
      )}
    </>
  );
}

/** What the rows would do, or what they did, with the progress while it goes on. */
function Counts({ of }: { of: Import }) {
  const { t } = useTranslation('import-screens');
  const { counts, outcomes, alsoMakes, onlyValid, rows, undone, kept, status } = of;
  if (status === 'read') return <p>{t('readHint')}</p>;
  const wouldBe = (['new', 'changed', 'same', 'left', 'refused'] as const).map((state) => ({
    key: state,
    tone: stateTones[state],
    label: t(`state.${state}`),
    count: counts[state],
  }));
  const was = (['made', 'changed', 'same', 'left', 'refused'] as const).map((outcome) => ({
    key: outcome,
    tone: outcomeTones[outcome],
    label: t(`outcome.${outcome}`),
    count: outcomes[outcome],
  }));
  return (
    <div className={styles.stack}>
      {goesOn(of) && (
        <Progress
          percent={Math.round(
            ((status === 'running' ? finished(of) : undone + kept) /
              Math.max(1, status === 'running' ? rows : outcomes.made + outcomes.changed)) *
              100,
          )}
          aria-label={t(`status.${status}`)}
        />
      )}
      <p aria-live="polite" className={styles.moves}>
        {(onlyValid === null ? wouldBe : was).map(
          ({ key, tone, label, count }) =>
            count > 0 && (
              <StatusTag key={key} tone={tone}>
                {`${label}: ${countText(count)}`}
              </StatusTag>
            ),
        )}
        {undone > 0 && <StatusTag tone="draft">{`${t('undo.undone')}: ${countText(undone)}`}</StatusTag>}
        {kept > 0 && <StatusTag tone="overdue">{`${t('undo.kept')}: ${countText(kept)}`}</StatusTag>}
      </p>
      {status === 'checked' && counts.new + counts.changed === 0 && <p>{t('nothingToImport')}</p>}
      {onlyValid === null && counts.warned > 0 && <p>{t('warned', { count: counts.warned })}</p>}
      {onlyValid === null && alsoMakes.subscriptions > 0 && (
        <p>
          {t('subscriptions', { count: alsoMakes.subscriptions })}
          {alsoMakes.invoices > 0 && ` ${t('firstInvoices', { count: alsoMakes.invoices })}`}
        </p>
      )}
    </div>
  );
}

interface ActionsProps extends ShownProps {
  onCheck: () => void;
}

function Actions({ kind: { endpoints }, of, undoConsequence, onCheck }: ActionsProps) {
  const { t } = useTranslation('import-screens');
  const run = useSave(endpoints.run);
  const undo = useSave(endpoints.undo);
  const [refusal, setRefusal] = useState<unknown>(null);
  const tried = (work: () => Promise<unknown>) => {
    setRefusal(null);
    work().catch(setRefusal);
  };
  const { id, version, status, counts } = of;
  const moved = counts.new + counts.changed;
  const start = (onlyValid: boolean) => tried(() => run.save({ id, onlyValid }, version));
  return (
    <>
      {(status === 'read' || status === 'checked') && (
        <Button {...(status === 'read' && { type: 'primary' as const })} onClick={onCheck}>
          {t('columnsAndRules')}
        </Button>
      )}
      {(status === 'checked' || status === 'cancelled') && moved > 0 && (
        <Button type="primary" loading={run.isSaving} onClick={() => start(counts.refused > 0)}>
          {t(counts.refused > 0 ? 'runValid' : 'runAll', { count: moved })}
        </Button>
      )}
      {status !== 'read' && (
        <Button onClick={() => tried(async () => saveFile(await download(endpoints.result, { id })))}>
          {t('download')}
        </Button>
      )}
      {of.undoUntil !== null && (
        <ConfirmButton
          danger
          question={t('undoQuestion')}
          consequence={undoConsequence}
          verb={t('undoVerb')}
          run={() => undo.save({ id })}
        >
          {t('undoVerb')}
        </ConfirmButton>
      )}
      {refusal !== null && <ErrorBox error={refusal} />}
    </>
  );
}
