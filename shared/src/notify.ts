export interface NoticeAction {
  label: string;
  run: () => void;
  /** Shown until it is answered. If unsaved input would be lost (`[data-unsaved]`), the person is asked once more. */
  leavesPage?: boolean;
}

/** A short message about what just happened. With `action` (undo, reload) it stays longer. */
export interface Notice {
  kind: 'success' | 'failure' | 'info';
  text: string;
  action?: NoticeAction;
  /** A notice replaces an earlier one with the same key. */
  key?: string;
}

type Outlet = (notice: Notice) => void;
type Rest = Pick<Notice, 'action' | 'key'>;

let outlet: Outlet | null = null;
const waiting: Notice[] = [];
let wanted: () => void = () => undefined;

function tell(notice: Notice): void {
  if (outlet !== null) return outlet(notice);
  waiting.push(notice);
  wanted();
}

/** Calls `run` when a notice waits for an outlet, so that the page need not load the outlet before. Returns how to end this. */
export function whenNoticeWaits(run: () => void): () => void {
  wanted = run;
  if (waiting.length > 0) run();
  return () => {
    if (wanted === run) wanted = () => undefined;
  };
}

/** Registers where notices are shown; the host mounts one outlet (`form/notice-outlet`). Returns how to disconnect it. */
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
