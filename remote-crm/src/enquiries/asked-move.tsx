import type { EnquiryRow } from '@daybook/contracts/crm/enquiries/enquiries';
import type { EnquiryMove } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { ConvertDialog } from './convert-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

/** Moves that ask for something first. */
export const isAsked = ({ from, to }: EnquiryMove): boolean =>
  to === 'lost' || to === 'won' || from === 'lost';

interface AskedMoveProps {
  enquiry: EnquiryRow;
  move: EnquiryMove;
  onClose: () => void;
}

/** Asks for what a move needs: the client, the reason of a loss, or the next action. */
export const AskedMove = ({ enquiry, move, onClose }: AskedMoveProps) =>
  move.to === 'won' ? (
    <ConvertDialog enquiry={enquiry} onClose={onClose} />
  ) : (
    <MoveDialog enquiry={enquiry} move={move} onClose={onClose} />
  );
