import Button from 'antd/es/button';
import Progress from 'antd/es/progress';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import { download } from '@daybook/shared/call';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { useSave } from '@daybook/shared/form/use-save';
import { queryClient } from '@daybook/shared/query-client';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { ReadView } from '@daybook/shared/read/read-view';
import { useLiveRead } from '@daybook/shared/read/use-read';
import { countText } from '@daybook/shared/record/count-text';
import { InstantText } from '@daybook/shared/record/date-text';
import { RecordScreen } from '@daybook/shared/record/record-screen';
import { saveFile } from '@daybook/shared/record/save-file';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { CheckDialog, type Import } from './check-dialog.tsx';
import { ImportRows } from './import-rows.tsx';
import { outcomeTones, stateTones, statusTones } from './import-tones.ts';
import styles from '../crm.module.css';

const goesOn = ({ status }: Import): boolean => status === 'running' || status === 'undoing';

/** One import: its columns and rules, the dry run, the progress, the result and the undo. */
export default function ImportRecord() {
  const { id = '' } = useParams();
  const read = useLiveRead(clientImports.open, { id }, goesOn);
  return <ReadView of={read}>{(one) => <Shown key={one.id} of={one} />}</ReadView>;
}

const finished = ({ outcomes }: Import): number =>
  Object.values(outcomes).reduce((sum, count) => sum + count, 0);

/** Reads the rows again whenever the import has moved on. */
function useFreshRows(of: Import): void {
  const progress = `${of.version} ${of.status} ${finished(of)} ${of.undone + of.kept}`;
  const shown = useRef(progress);
  useEffect(() => {
    if (shown.current === progress) return;
    shown.current = progress;
    void queryClient.invalidateQueries({ queryKey: ['GET', clientImports.rows.path] });
    void queryClient.invalidateQueries({ queryKey: ['GET', clientImports.rowsTotal.path] });
  }, [progress]);
}

function Shown({ of }: { of: Import }) {
  const { t } = useTranslation('crm');
  const [isChecking, setChecking] = useState(of.status === 'read');
  useFreshRows(of);
  return (
    <RecordScreen
      title={of.fileName}
      status={<StatusTag tone={statusTones[of.status]}>{t(`import.status.${of.status}`)}</StatusTag>}
      summary={<Summary of={of} />}
      actions={<Actions of={of} onCheck={() => setChecking(true)} />}
    >
      <Counts of={of} />
      {of.status !== 'read' && <ImportRows of={of} />}
      {isChecking && <CheckDialog of={of} onClose={() => setChecking(false)} />}
    </RecordScreen>
  );
}

function Summary({ of: { by, at, rows, sheet, otherSheets, undoUntil } }: { of: Import }) {
  const { t } = useTranslation('crm');
  return (
    <>
      <bdi>{by}</bdi> · <InstantText at={at} /> · {t('import.rowCount', { count: rows })}
      {sheet !== null && (
        <>
          {' '}
          · <bdi>{sheet}</bdi>
          {otherSheets > 0 && ` (${t('import.otherSheets', { count: otherSheets })})`}
        </>
      )}
      {undoUntil !== null && (
        <>
          {' '}
          · {t('import.undoUntil')} <InstantText at={undoUntil} />
        </>
      )}
    </>
  );
}

/** What the rows would do, or what they did, with the progress while it goes on. */
function Counts({ of }: { of: Import }) {
  const { t } = useTranslation('crm');
  const { counts, outcomes, onlyValid, rows, undone, kept, status } = of;
  if (status === 'read') return <p>{t('import.readHint')}</p>;
  const wouldBe = (['new', 'changed', 'same', 'left', 'refused'] as const).map((state) => ({
    key: state,
    tone: stateTones[state],
    label: t(`import.state.${state}`),
    count: counts[state],
  }));
  const was = (['made', 'changed', 'same', 'left', 'refused'] as const).map((outcome) => ({
    key: outcome,
    tone: outcomeTones[outcome],
    label: t(`import.outcome.${outcome}`),
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
          aria-label={t(`import.status.${status}`)}
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
        {undone > 0 && (
          <StatusTag tone="draft">{`${t('import.undo.undone')}: ${countText(undone)}`}</StatusTag>
        )}
        {kept > 0 && <StatusTag tone="overdue">{`${t('import.undo.kept')}: ${countText(kept)}`}</StatusTag>}
      </p>
      {status === 'checked' && counts.new + counts.changed === 0 && <p>{t('import.nothingToImport')}</p>}
      {onlyValid === null && counts.warned > 0 && <p>{t('import.warned', { count: counts.warned })}</p>}
    </div>
  );
}

function Actions({ of, onCheck }: { of: Import; onCheck: () => void }) {
  const { t } = useTranslation('crm');
  const run = useSave(clientImports.run);
  const undo = useSave(clientImports.undo);
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
          {t('import.columnsAndRules')}
        </Button>
      )}
      {(status === 'checked' || status === 'cancelled') && moved > 0 && (
        <Button type="primary" loading={run.isSaving} onClick={() => start(counts.refused > 0)}>
          {t(counts.refused > 0 ? 'import.runValid' : 'import.runAll', { count: moved })}
        </Button>
      )}
      {status !== 'read' && (
        <Button onClick={() => tried(async () => saveFile(await download(clientImports.result, { id })))}>
          {t('import.download')}
        </Button>
      )}
      {of.undoUntil !== null && (
        <ConfirmButton
          danger
          question={t('import.undoQuestion')}
          consequence={t('import.undoConsequence')}
          verb={t('import.undoVerb')}
          run={() => undo.save({ id })}
        >
          {t('import.undoVerb')}
        </ConfirmButton>
      )}
      {refusal !== null && <ErrorBox error={refusal} />}
    </>
  );
}
