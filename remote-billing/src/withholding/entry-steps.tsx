import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  withholdingEntries,
  type WithholdingEntry,
} from '@daybook/contracts/receivables/withholding/withholding-entries';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { useSave } from '@daybook/shared/form/use-save';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { MoreActions, type MoreAction } from '@daybook/shared/list/more-actions';
import { notify } from '@daybook/shared/notify';
import { laterPart } from '@daybook/shared/read/later-part';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { amountText } from '@daybook/shared/record/amount';
import { isAdmin, useMay } from '@daybook/shared/session';
import { LongText } from '@daybook/shared/inputs/long-text';
import { DatedStepDialog } from '../common/dated-step-dialog.tsx';
import { CertificateForm } from './certificate-form.tsx';

const AskDialog = laterPart(() => import('./ask-dialog.tsx'));

type DatedStep = 'match' | 'writeOff' | 'takeBackWriteOff';
type Step = DatedStep | 'certificate' | 'ask' | 'move' | 'dispute' | 'settle';

/** The steps that are possible on an entry, the likeliest first. */
function stepsOf({ state, open, certified, writtenOff }: WithholdingEntry): readonly Step[] {
  const takeBack = writtenOff > 0 ? ['takeBackWriteOff' as const] : [];
  switch (state) {
    case 'claimed':
    case 'part_certified':
      return [
        'certificate',
        'ask',
        'dispute',
        ...(certified === 0 ? ['move' as const] : []),
        'writeOff',
        ...takeBack,
      ];
    case 'certified':
      return ['match', 'dispute'];
    case 'disputed':
      return ['settle', ...(open > 0 ? ['certificate' as const, 'writeOff' as const] : []), ...takeBack];
    case 'written_off':
      return takeBack;
    default:
      return [];
  }
}

/** What a step concerns: a write-off is taken back whole, the earliest first. */
function amountOf({ amount, open, writeOffs }: WithholdingEntry, step: DatedStep): number {
  if (step === 'match') return amount;
  if (step === 'writeOff') return open;
  return writeOffs.find(({ reversedOn }) => reversedOn === null)?.amount ?? 0;
}

const inMenu: ReadonlySet<Step> = new Set(['writeOff', 'takeBackWriteOff', 'move']);
const ofAdmins: ReadonlySet<Step> = new Set(['writeOff', 'takeBackWriteOff']);

export function EntrySteps({ entry }: { entry: WithholdingEntry }) {
  const { t } = useTranslation('billing');
  const [asked, setAsked] = useState<Step | null>(null);
  const mayAdd = useMay('receipts.add');
  const may = (step: Step) => (ofAdmins.has(step) ? isAdmin() : mayAdd);
  const steps = stepsOf(entry).filter(may);
  const menu: MoreAction[] = steps
    .filter((step) => inMenu.has(step))
    .map((step) => ({ key: step, label: t(`withholding.step.${step}`), begin: () => setAsked(step) }));
  const close = () => setAsked(null);
  return (
    <>
      {steps
        .filter((step) => !inMenu.has(step))
        .map((step, index) => (
          <Button key={step} type={index === 0 ? 'primary' : 'default'} onClick={() => setAsked(step)}>
            {t(`withholding.step.${step}`)}
          </Button>
        ))}
      {entry.state === 'matched' && mayAdd && <UnmatchButton entry={entry} />}
      <MoreActions actions={menu} />
      {asked === 'certificate' && <CertificateForm entry={entry} onClose={close} />}
      {asked === 'ask' && (
        <AskDialog whom={{ clientIds: [entry.client.id], entityId: entry.entity.id }} onClose={close} />
      )}
      {asked === 'move' && <MoveDialog entry={entry} onClose={close} />}
      {(asked === 'dispute' || asked === 'settle') && (
        <NoteDialog entry={entry} step={asked} onClose={close} />
      )}
      {(asked === 'match' || asked === 'writeOff' || asked === 'takeBackWriteOff') && (
        <DatedDialog entry={entry} step={asked} onClose={close} />
      )}
    </>
  );
}

function UnmatchButton({ entry: { id, version } }: { entry: WithholdingEntry }) {
  const { t } = useTranslation('billing');
  const { save, isSaving } = useSave(withholdingEntries.unmatch);
  const undo = async () => {
    try {
      await save({ id }, version);
      notify.success(t('withholding.done.unmatch'));
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  return (
    <Button loading={isSaving} onClick={() => void undo()}>
      {t('withholding.step.unmatch')}
    </Button>
  );
}

interface DialogProps {
  entry: WithholdingEntry;
  onClose: () => void;
}

function DatedDialog({ entry, step, onClose }: DialogProps & { step: DatedStep }) {
  const { t } = useTranslation('billing');
  const { id, version, client, currency } = entry;
  const amount = amountText(amountOf(entry, step), currency);
  const shared = {
    title: t(`withholding.question.${step}`, { name: client.label, amount }),
    consequence: t(`withholding.means.${step}`),
    fixed: { id },
    version,
    verb: t(`withholding.step.${step}`),
    done: () => t(`withholding.done.${step}`),
    onClose,
  };
  if (step === 'match') return <DatedStepDialog {...shared} endpoint={withholdingEntries.match} />;
  return step === 'writeOff' ? (
    <DatedStepDialog {...shared} endpoint={withholdingEntries.writeOff} isDangerous />
  ) : (
    <DatedStepDialog {...shared} endpoint={withholdingEntries.takeBackWriteOff} isDangerous />
  );
}

const Moved = fieldOf(withholdingEntries.move);

function MoveDialog({ entry: { id, version, deductedOn }, onClose }: DialogProps) {
  const { t } = useTranslation('billing');
  return (
    <FormDialog
      title={t('withholding.step.move')}
      consequence={t('withholding.means.move')}
      endpoint={withholdingEntries.move}
      initial={{ deductedOn }}
      fixed={{ id }}
      version={version}
      verb={t('withholding.save')}
      onSaved={() => {
        notify.success(t('withholding.done.move'));
        onClose();
      }}
      onClose={onClose}
    >
      <Moved name="deductedOn" label={t('withholding.deductedOn')}>
        <DateInput />
      </Moved>
    </FormDialog>
  );
}

const Disputed = fieldOf(withholdingEntries.dispute);

function NoteDialog({
  entry: { id, version, client },
  step,
  onClose,
}: DialogProps & { step: 'dispute' | 'settle' }) {
  const { t } = useTranslation('billing');
  return (
    <FormDialog
      title={t(`withholding.question.${step}`, { name: client.label })}
      endpoint={withholdingEntries[step]}
      fixed={{ id }}
      version={version}
      verb={t(`withholding.step.${step}`)}
      onSaved={() => {
        notify.success(t(`withholding.done.${step}`));
        onClose();
      }}
      onClose={onClose}
    >
      <Disputed name="note" label={t('withholding.note')} isRequired={step === 'dispute'}>
        <LongText rows={[2, 8]} maxLength={500} />
      </Disputed>
    </FormDialog>
  );
}
