import type { Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { movesOf } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import type { EnquiryStatus } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { PlainDate } from '@daybook/contracts/fields';
import { holds } from '../../../auth/current-user.ts';
import type { CurrentUser } from '../../../auth/current-user.ts';
import { dateOf } from '../../../imports/cell-values.ts';
import type { CellReader } from '../../../imports/cell-reader.ts';
import type { EnquiryChoices } from './enquiry-choices.queries.ts';

/** The moves by which an enquiry comes to its stage. */
export interface Stage {
  path: EnquiryStatus[];
  to: EnquiryStatus;
  /** Null: today. */
  on: string | null;
  lostReasonId: string | null;
  lostNote: string | null;
}

interface StageContext {
  user: CurrentUser;
  choices: Pick<EnquiryChoices, 'lostReasons' | 'today'>;
}

type Before = Pick<Enquiry, 'status' | 'heldStatus' | 'statusSince'> | null;

const longestLostNote = 500;

/** The shortest way from one status to another by moves that a person makes; null if there is none. */
export function pathTo(
  from: EnquiryStatus,
  heldStatus: EnquiryStatus | null,
  to: EnquiryStatus,
): EnquiryStatus[] | null {
  const ways: EnquiryStatus[][] = [[]];
  const seen = new Set([from]);
  for (const way of ways) {
    const at = way.at(-1) ?? from;
    if (at === to) return way;
    for (const move of movesOf(at, way.length === 0 ? heldStatus : null)) {
      if (move.by !== 'enquiries.update_status' || seen.has(move.to)) continue;
      seen.add(move.to);
      ways.push([...way, move.to]);
    }
  }
  return null;
}

/** The day since which the row says that it has its stage, not before the stage that it leaves. */
function readSince(reader: CellReader, since: string, today: string): string | null {
  const text = reader.cells.get('statusSince') ?? '';
  if (text === '') return null;
  const day = dateOf(text);
  if (!PlainDate.safeParse(day).success) return reader.fault('statusSince', 'DATE_INVALID') ?? null;
  if (day < since || day > today) return reader.fault('statusSince', 'DATE_RANGE') ?? null;
  return day;
}

function readLoss(reader: CellReader, isLost: boolean, { choices }: StageContext) {
  const reason = reader.cells.get('lostReason') ?? '';
  const lostNote = reader.cells.get('lostNote') || null;
  if (!isLost) {
    if (reason !== '') reader.fault('lostReason', 'ONLY_IF_LOST');
    if (lostNote !== null) reader.fault('lostNote', 'ONLY_IF_LOST');
    return { lostReasonId: null, lostNote: null };
  }
  if (lostNote !== null && lostNote.length > longestLostNote)
    reader.fault('lostNote', 'TOO_LONG', { maximum: longestLostNote });
  const lostReasonId =
    reason === ''
      ? reader.fault('lostReason', 'REQUIRED')
      : reader.named('lostReason', reason, choices.lostReasons, []);
  return { lostReasonId: lostReasonId ?? null, lostNote };
}

/**
 * The stage that the row brings its enquiry to, null if that does not change. A new enquiry passes the stages before; one that exists
 * makes one move, so that an undo can take it back. What a row says of a loss in the past changes nothing.
 */
export function readStage(reader: CellReader, before: Before, context: StageContext): Stage | null {
  const from = before?.status ?? 'new';
  const text = reader.cells.get('status') ?? '';
  const to = text === '' ? from : (reader.word('status')(text) as EnquiryStatus | undefined);
  if (to === undefined) return null;
  if (to === from) {
    if (from !== 'lost') readLoss(reader, false, context);
    return null;
  }
  const path = pathTo(from, before?.heldStatus ?? null, to);
  if (to === 'won') reader.fault('status', 'WON_BY_CONVERSION');
  else if (!holds(context.user, 'enquiries.update_status')) reader.fault('status', 'PERM_DENIED');
  else if (path === null || (before !== null && path.length > 1)) reader.fault('status', 'STAGE_NOT_REACHED');
  const { today } = context.choices;
  const enteredOn = reader.draft['enquiryDate'] as string;
  const since = before?.statusSince ?? (enteredOn < today ? enteredOn : today);
  return {
    path: path ?? [],
    to,
    on: readSince(reader, since, today),
    ...readLoss(reader, to === 'lost', context),
  };
}
