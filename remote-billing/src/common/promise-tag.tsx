import { useTranslation } from 'react-i18next';
import type { PromiseState } from '@daybook/contracts/receivables/follow-up/promises';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';

const tones: Record<PromiseState, Tone> = {
  open: 'waiting',
  kept: 'done',
  broken: 'overdue',
  settled: 'done',
  superseded: 'draft',
  withdrawn: 'draft',
};

export function PromiseTag({ state }: { state: PromiseState }) {
  const { t } = useTranslation('billing');
  return <StatusTag tone={tones[state]}>{t(`followUp.promiseState.${state}`)}</StatusTag>;
}
