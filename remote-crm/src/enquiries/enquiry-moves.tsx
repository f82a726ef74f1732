import Button from 'antd/es/button';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { enquiries, type EnquiryRow } from '@daybook/contracts/crm/enquiries/enquiries';
import { movesOf, type EnquiryMove } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { RowMenu } from '@daybook/shared/list/row-menu';
import { notify } from '@daybook/shared/notify';
import { queryClient } from '@daybook/shared/query-client';
import { useMay } from '@daybook/shared/session';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useSave } from '@daybook/shared/form/use-save';
import { enquiryAddress } from '../addresses.ts';
import styles from '../crm.module.css';
import { AskedMove, isAsked } from './asked-move.tsx';

/** The name of a move: an enquiry on hold resumes, a lost one is reopened. */
const moveName = ({ from, to }: EnquiryMove): string =>
  from === 'on_hold' ? 'resume' : from === 'lost' ? 'reopen' : to;

/** Moves that put an enquiry aside are never suggested as the next step. */
const isAside = ({ to }: EnquiryMove): boolean => to === 'on_hold' || to === 'lost';

function useMoves(enquiry: EnquiryRow) {
  const { t } = useTranslation('crm');
  const mayMove = useMay('enquiries.update_status');
  const mayConvert = useMay('enquiries.convert');
  const { save, isSaving } = useSave(enquiries.move);
  const [asked, setAsked] = useState<EnquiryMove | null>(null);
  const moves = movesOf(enquiry.status, enquiry.heldStatus).filter(({ to }) =>
    to === 'won' ? mayConvert : mayMove,
  );
  const begin = async (move: EnquiryMove) => {
    if (isAsked(move)) {
      setAsked(move);
      return;
    }
    try {
      await save({ id: enquiry.id, to: move.to }, enquiry.version);
      notify.success(t('moved', { no: enquiry.no, status: t(`enquiryStatus.${move.to}`) }));
    } catch (error) {
      notify.failure(refusalText(error));
      // Usually the enquiry has changed in the meantime, so the lists reload.
      await queryClient.invalidateQueries();
    }
  };
  const dialog = asked && <AskedMove enquiry={enquiry} move={asked} onClose={() => setAsked(null)} />;
  return { moves, begin, isSaving, dialog };
}

interface RowMovesProps {
  enquiry: EnquiryRow;
  /** Only the menu, which then begins with the likeliest move. */
  isShort?: boolean;
}

/** In a row: the likeliest move as a button, the others in a menu. */
export function RowMoves({ enquiry, isShort = false }: RowMovesProps) {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const { moves, begin, isSaving, dialog } = useMoves(enquiry);
  const likely = isShort ? undefined : moves.find((move) => !isAside(move));
  const items = [
    ...moves
      .filter((move) => move !== likely)
      .map((move) => ({
        key: moveName(move),
        label: t(`move.${moveName(move)}`),
        onClick: () => void begin(move),
      })),
    { key: 'open', label: t('enquiry.show'), onClick: () => void navigate(enquiryAddress(enquiry.id)) },
  ];
  return (
    <div className={styles.actions}>
      {likely && (
        <Button size="small" loading={isSaving} onClick={() => void begin(likely)}>
          {t(`move.${moveName(likely)}`)}
        </Button>
      )}
      <RowMenu label={t('more', { no: enquiry.no })} items={items} />
      {dialog}
    </div>
  );
}

/** On the enquiry's page: every move as a button, in the order of the workflow, with the likeliest one primary. */
export function AllMoves({ enquiry }: { enquiry: EnquiryRow }) {
  const { t } = useTranslation('crm');
  const { moves, begin, isSaving, dialog } = useMoves(enquiry);
  const likely = moves.find((move) => !isAside(move));
  const box = useRef<HTMLDivElement>(null);
  const movedFrom = useRef<string | null>(null);
  useEffect(() => {
    // The pressed button disappears with its move, so the focus goes to the first of the new ones.
    if (movedFrom.current === null || movedFrom.current === enquiry.status) return;
    box.current?.querySelector('button')?.focus();
    movedFrom.current = null;
  }, [enquiry.status]);
  return (
    <div ref={box} className={styles.moves}>
      {moves.map((move) => (
        <Button
          key={moveName(move)}
          type={move === likely ? 'primary' : 'default'}
          disabled={isSaving}
          onClick={() => {
            movedFrom.current = enquiry.status;
            void begin(move);
          }}
        >
          {t(`move.${moveName(move)}`)}
        </Button>
      ))}
      {dialog}
    </div>
  );
}
