/** What is typed into a form and not yet saved: kept over a reload and over a lost session, gone with a sign-out (ruling 5). */
export interface Typed {
  values: Record<string, unknown>;
  /** The record that was typed over, and its version. */
  base: Record<string, unknown>;
  version: number | null;
}

/** A write that was sent and not answered: the same body goes out again under the same key. */
export interface Attempt {
  key: string;
  body: string;
}

interface Kept {
  typed: Typed | null;
  attempt: Attempt | null;
  documentId: string;
}

export interface Draft {
  /** What was typed here before; null when the form starts afresh. */
  restored: Typed | null;
  /** The id the new document will have, so that a resend cannot make a second one (assurance INT-9). */
  documentId: () => string;
  keepTyped: (typed: Typed) => void;
  attempts: { read: () => Attempt | null; keep: (attempt: Attempt | null) => void };
  drop: () => void;
}

const prefix = 'draft:';

/** The draft of the form at this address, of the person signed in. */
export function openDraft(address: string): Draft {
  const storageKey = `${prefix}${localStorage.getItem('user_id') ?? ''}:${address}`;
  const stored = sessionStorage.getItem(storageKey);
  let kept = stored === null ? fresh() : (JSON.parse(stored) as Kept);
  const change = (patch: Partial<Kept>) => {
    kept = { ...kept, ...patch };
    store(storageKey, kept);
  };
  return {
    restored: kept.typed,
    documentId: () => kept.documentId,
    keepTyped: (typed) => change({ typed }),
    attempts: { read: () => kept.attempt, keep: (attempt) => change({ attempt }) },
    drop: () => {
      kept = fresh();
      sessionStorage.removeItem(storageKey);
    },
  };
}

const fresh = (): Kept => ({ typed: null, attempt: null, documentId: crypto.randomUUID() });

/** A browser without room keeps no draft; the form itself goes on working. */
function store(storageKey: string, kept: Kept): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    sessionStorage.removeItem(storageKey);
  }
}
