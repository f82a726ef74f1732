export interface NoticeAction {
  label: string;
  run: () => void;
  /** Offered until it is answered, and asked about once more where it would lose what was typed (`[data-unsaved]`). */
  leavesPage?: boolean;
}

/** A short word to the person about what just happened; with `action` it stays longer (undo, reload). */
export interface Notice {
  kind: 'success' | 'failure' | 'info';
  text: string;
  action?: NoticeAction;
  /** A notice with the same key takes the place of the one before. */
  key?: string;
}

type Outlet = (notice: Notice) => void;
type Rest = Pick<Notice, 'action' | 'key'>;

let outlet: Outlet | null = null;
const waiting: Notice[] = [];

function tell(notice: Notice): void {
  if (outlet === null) waiting.push(notice);
  else outlet(notice);
}

/** Where notices are shown; the host mounts one (`ui/notice-outlet`). Answers how to disconnect it. */
export function connectNotices(given: Outlet): () => void {
  outlet = given;
  for (const notice of waiting.splice(0)) given(notice);
  return () => {
    if (outlet === given) outlet = null;
  };
}

export const notify = {
  success: (text: string, rest: Rest = {}): void => tell({ kind: 'success', text, ...rest }),
  failure: (text: string, rest: Rest = {}): void => tell({ kind: 'failure', text, ...rest }),
  info: (text: string, rest: Rest = {}): void => tell({ kind: 'info', text, ...rest }),
};
