import Dropdown from 'antd/es/dropdown';
import { memo, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { goByArrows } from './board-keys.ts';
import styles from './board.module.css';

/** A record on a board. */
export interface BoardRow {
  id: string;
  no: string;
  status: string;
}

/** What a board shows of its records. It is made once, so that a card is drawn again only when its record changes. */
export interface CardKind<Row> {
  titleOf: (row: Row) => string;
  addressOf: (row: Row) => string;
  /** What stands below the title. */
  Content: ComponentType<{ row: Row }>;
  isDangerous: (to: string) => boolean;
}

export interface CardSteps<Row> {
  /** The columns to which a card can be moved. */
  movesOf: (row: Row) => readonly string[];
  labelOf: (status: string) => string;
  onMove: (row: Row, to: string) => void;
}

interface BoardCardProps<Row> extends CardSteps<Row> {
  row: Row;
  kind: CardKind<Row>;
  /** Whether Tab reaches this card. From there, the arrow keys move between cards. */
  isStop: boolean;
  isMenuOpen: boolean;
  isMoving: boolean;
  refusal: string | undefined;
  onFocus: (id: string) => void;
  onMenu: (id: string | null) => void;
}

/** It uses plain elements instead of antd, because there can be thousands of them. */
function Card<Row extends BoardRow>(props: BoardCardProps<Row>) {
  const { row, kind, isStop, isMenuOpen, isMoving, refusal, movesOf, onFocus, onMenu } = props;
  const { t } = useTranslation('shared');
  const stop = { tabIndex: isStop ? 0 : -1, onFocus: () => onFocus(row.id), onKeyDown: goByArrows };
  const moves = movesOf(row);
  return (
    <li
      className={styles.card}
      data-card={row.id}
      aria-busy={isMoving}
      {...(moves.length > 0 && !isMoving && { 'data-drag': row.id })}
    >
      <Link className={styles.title} to={kind.addressOf(row)} {...stop}>
        <bdi>{kind.titleOf(row)}</bdi>
      </Link>
      {moves.length > 0 && (
        <>
          <button
            type="button"
            className={styles.menu}
            {...stop}
            aria-haspopup="menu"
            aria-expanded={isMenuOpen}
            // Its next moves are known once this one is done; a disabled button would lose the focus.
            aria-disabled={isMoving}
            aria-label={t('board.moveTo', { no: row.no })}
            title={t('board.moveTo', { no: row.no })}
            onClick={() => !isMoving && onMenu(row.id)}
          >
            ⋯
          </button>
          {isMenuOpen && <MoveMenu {...props} moves={moves} />}
        </>
      )}
      <kind.Content row={row} />
      {refusal !== undefined && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
    </li>
  );
}

// React's type of `memo` loses the parameter.
export const BoardCard = memo(Card) as typeof Card;

/** The possible moves of the record, in a menu at the card's button. */
function MoveMenu<Row extends BoardRow>({
  row,
  kind,
  moves,
  labelOf,
  onMenu,
  onMove,
}: BoardCardProps<Row> & { moves: readonly string[] }) {
  const items = moves.map((to) => ({
    key: to,
    danger: kind.isDangerous(to),
    label: labelOf(to),
    onClick: () => {
      onMenu(null);
      onMove(row, to);
    },
  }));
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      menu={{ items }}
      onOpenChange={(isOpen) => {
        if (!isOpen) onMenu(null);
      }}
    >
      <span className={styles.anchor} />
    </Dropdown>
  );
}
