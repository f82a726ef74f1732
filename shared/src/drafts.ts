/** Unsaved input of a form. It survives a reload and a lost session, and a sign-out deletes it (docs/rules.md#unsaved-work). */
export interface Typed {
  values: Record<string, unknown>;
  /** The record that was edited, and its version. */
  base: Record<string, unknown>;
  version: number | null;
}

/** What a person recognises a draft by. */
export interface DraftName {
  /** The title of the form. */
  title: string;
  /** The client or the name in the draft; empty if there is none yet. */
  about: string;
}

/** A write whose answer is missing: the same body is sent again with the same key. */
export interface Attempt {
  key: string;
  body: string;
}

interface Kept {
  typed: Typed | null;
  name: DraftName | null;
  /** The instant at which typing began. */
  begunAt: string;
  attempt: Attempt | null;
  documentId: string;
}

export interface Draft {
  /** The restored input; null if the form starts empty. */
  restored: Typed | null;
  /** The id of the new document, the same for every resend, so that no second one is created (docs/rules.md#documents-named-by-the-client). */
  documentId: () => string;
  keepTyped: (typed: Typed, name?: DraftName) => void;
  attempts: { read: () => Attempt | null; keep: (attempt: Attempt | null) => void };
  drop: () => void;
}

/** A draft of the same form begun with another query: for another invoice, for another client. */
export interface OtherDraft extends DraftName {
  address: string;
  begunAt: string;
  drop: () => void;
}

const keyOf = (address: string): string => `draft:${localStorage.getItem('user_id') ?? ''}:${address}`;

const pathOf = (address: string): string => address.split('?')[0] ?? '';

/** The signed-in person's draft of the form at this address. The query belongs to the address, because it sets what the form starts with. */
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

/** The drafts of the same path with another query, latest first. */
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

/** If the browser has no storage left, no draft is saved, and the form still works. */
function store(storageKey: string, kept: Kept): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    sessionStorage.removeItem(storageKey);
  }
}
