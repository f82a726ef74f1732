import { useTranslation } from 'react-i18next';
import type { WithholdingRow } from '@daybook/contracts/receivables/withholding/withholding-entries';
import type { Tone } from '@daybook/shared/record/status-tag';

const tones = {
  claimed: 'waiting',
  part_certified: 'waiting',
  certified: 'done',
  matched: 'done',
  disputed: 'overdue',
  written_off: 'draft',
  taken_back: 'draft',
} as const satisfies Record<WithholdingRow['state'], Tone>;

type Stated = Pick<WithholdingRow, 'state' | 'isLate'>;

/** The state of an entry; a certificate that is late stands out. */
export function useStateWord(): (entry: Stated) => { tone: Tone; label: string } {
  const { t } = useTranslation('billing');
  return ({ state, isLate }) =>
    isLate
      ? { tone: 'overdue', label: t('withholding.late') }
      : { tone: tones[state], label: t(`withholding.state.${state}`) };
}

/** A quarter of a fiscal year: "2025-26, Q3". */
export function useQuarterWord(): (period: { fy: string; quarter: number }) => string {
  const { t } = useTranslation('billing');
  return ({ fy, quarter }) => t('withholding.quarterOf', { fy, quarter });
}
