import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enquiries, type EnquiryRow } from '@daybook/contracts/crm/enquiries/enquiries';
import { movesOf, type EnquiryMove } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { useBoardMoves } from '@daybook/shared/board/use-board-moves';
import { useSave } from '@daybook/shared/form/use-save';
import { notify } from '@daybook/shared/notify';
import { useMay } from '@daybook/shared/session';
import { AskedMove, isAsked } from '../asked-move.tsx';

/** Moves enquiries between the columns of the board; winning, losing and reopening one ask for something first. */
export function useEnquiryMoves() {
  const { t } = useTranslation('crm');
  const mayMove = useMay('enquiries.update_status');
  const mayConvert = useMay('enquiries.convert');
  const { save } = useSave(enquiries.move);
  const { make, refuse, moved, refusals } = useBoardMoves<EnquiryRow>();
  const [asked, setAsked] = useState<{ enquiry: EnquiryRow; move: EnquiryMove } | null>(null);
  const allowed = useCallback(
    ({ status, heldStatus }: EnquiryRow) =>
      movesOf(status, heldStatus).filter(({ to }) => (to === 'won' ? mayConvert : mayMove)),
    [mayMove, mayConvert],
  );
  const moves = useCallback((row: EnquiryRow) => allowed(row).map(({ to }) => to), [allowed]);
  const begin = (enquiry: EnquiryRow, to: string) => {
    if (to === enquiry.status) return;
    const { id, no, version } = enquiry;
    const move = allowed(enquiry).find((one) => one.to === to);
    if (move === undefined) refuse(id, t('board.noWay', { status: t(`enquiryStatus.${to}`) }));
    else if (isAsked(move)) setAsked({ enquiry, move });
    else
      make(enquiry, to, async () => {
        await save({ id, to: move.to }, version);
        notify.success(t('moved', { no, status: t(`enquiryStatus.${to}`) }));
      }).catch(() => undefined);
  };
  const dialog = asked && <AskedMove {...asked} onClose={() => setAsked(null)} />;
  return { movesOf: moves, begin, moved, refusals, dialog };
}
