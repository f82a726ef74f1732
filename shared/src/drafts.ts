/** What is typed into a form and not yet saved: kept over a reload and over a lost session, gone with a sign-out (docs/rules.md#unsaved-work). */
export interface Typed {
  values: Record<string, unknown>;
  /** The record that was typed over, and its version. */
  base: Record<string, unknown>;
  version: number | null;
}

/** By what a person knows a draft again. */
export interface DraftName {
  /** The title of its form. */
  title: string;
  /** The client or the name in it; empty while there is none. */
  about: string;
}

/** A write that was sent and not answered: the same body goes out again under the same key. */
export interface Attempt {
  key: string;
  body: string;
}

interface Kept {
  typed: Typed | null;
  name: DraftName | null;
  /** When typing began, as an instant. */
  begunAt: string;
  attempt: Attempt | null;
  documentId: string;
}

export interface Draft {
  /** What was typed here before; null when the form starts afresh. */
  restored: Typed | null;
  /** The id the new document will have, so that a resend cannot make a second one (docs/rules.md#documents-named-by-the-client). */
  documentId: () => string;
  keepTyped: (typed: Typed, name?: DraftName) => void;
  attempts: { read: () => Attempt | null; keep: (attempt: Attempt | null) => void };
  drop: () => void;
}

/** What was begun in the same form from elsewhere: for another invoice, for another client. */
export interface OtherDraft extends DraftName {
  address: string;
  begunAt: string;
  drop: () => void;
}

const keyOf = (address: string): string => `draft:${localStorage.getItem('user_id') ?? ''}:${address}`;

const pathOf = (address: string): string => address.split('?')[0] ?? '';

/** The draft of the form at this address (path and query, for the query says what the form begins with), of the person signed in. */
export function openDraft(address: string): Draft {
  const storageKey = keyOf(address);
  const stored = sessionStorage.getItem(storageKey);
  let kept = stored === null ? fresh() : (JSON.parse(stored) as Kept);
  const change = (patch: Partial<Kept>) => {
    kept = { ...kept, ...patch };
    store(storageKey, kept);
  };
  return {
    restored: kept.typed,
    documentId: () => kept.documentId,
    keepTyped: (typed, name = kept.name ?? undefined) =>
      change({
        typed,
        name: name ?? null,
        ...(kept.typed === null && { begunAt: new Date().toISOString() }),
      }),
    attempts: { read: () => kept.attempt, keep: (attempt) => change({ attempt }) },
    drop: () => {
      kept = fresh();
      sessionStorage.removeItem(storageKey);
    },
  };
}

/** The drafts of the same path with another query, the latest first. */
export function otherDrafts(address: string): OtherDraft[] {
  const own = keyOf(address);
  const ofPath = keyOf(pathOf(address));
  return Object.keys(sessionStorage)
    .filter((key) => key !== own && pathOf(key) === ofPath)
    .flatMap((key) => {
      const { typed, name, begunAt } = JSON.parse(sessionStorage.getItem(key) ?? '') as Kept;
      if (typed === null || name === null) return [];
      return [
        {
          ...name,
          begunAt,
          address: key.slice(keyOf('').length),
          drop: () => sessionStorage.removeItem(key),
        },
      ];
    })
    .toSorted((a, b) => b.begunAt.localeCompare(a.begunAt));
}

const fresh = (): Kept => ({
  typed: null,
  name: null,
  begunAt: '',
  attempt: null,
  documentId: crypto.randomUUID(),
});

/** A browser without room keeps no draft; the form itself goes on working. */
function store(storageKey: string, kept: Kept): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    sessionStorage.removeItem(storageKey);
  }
}
