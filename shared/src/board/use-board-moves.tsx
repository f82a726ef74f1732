import { useState } from 'react';
import { queryClient } from '@daybook/shared/query-client';
import { refusalText } from '../read/refusal-text.tsx';
import type { BoardRow } from './board-card.tsx';

const without = <Value,>(all: ReadonlyMap<string, Value>, id: string) =>
  new Map([...all].filter(([key]) => key !== id));

/** The cards that are moving to another column, and the refused moves. */
export function useBoardMoves<Row extends BoardRow>() {
  const [moved, setMoved] = useState<ReadonlyMap<string, { row: Row; to: string }>>(new Map());
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());

  const refuse = (id: string, why: string) => setRefusals((all) => new Map(all).set(id, why));
  /** Shows the card in its new column while `save` moves it. A refusal is shown on the card, and thrown on. */
  const make = async (row: Row, to: string, save: () => Promise<unknown>) => {
    setRefusals((all) => without(all, row.id));
    setMoved((all) => new Map(all).set(row.id, { row, to }));
    try {
      await save();
    } catch (error) {
      refuse(row.id, refusalText(error));
      throw error;
    } finally {
      // The card stays in its new column until the columns are reloaded, which also shows what others did in the meantime.
      await queryClient.invalidateQueries({}, { cancelRefetch: false });
      setMoved((all) => without(all, row.id));
    }
  };
  return { make, refuse, moved, refusals };
}
