/** A session that ended while something was typed: its person, until they sign in again or leave it. */
export interface Interruption {
  userId: string;
  email: string;
  /** Somebody else has signed in meanwhile: nothing of the first person is sent as theirs, and they go to their own page. */
  isAnother: boolean;
}

type Owner = Omit<Interruption, 'isAnother'>;

interface Open {
  of: Interruption;
  over: Promise<boolean>;
  settle: (isBack: boolean) => void;
}

/** The calls that were refused wait here together, for one sign-in. */
export function interruptions(tell: (now: Interruption | null) => void) {
  let open: Open | null = null;
  let isDeclined = false;
  const goneOnFrom = new Set<string>();
  const end = (isBack: boolean) => {
    const ended = open;
    open = null;
    tell(null);
    ended?.settle(isBack);
  };
  const begin = (of: Interruption): Open => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    open = { of, over: open?.over ?? promise, settle: open?.settle ?? resolve };
    tell(of);
    return open;
  };
  return {
    now: (): Interruption | null => open?.of ?? null,
    /** Whether to send again. Once let be, only what the person does themselves asks anew. */
    async wait(of: Owner, isWrite: boolean): Promise<boolean> {
      if (open === null && isDeclined && !isWrite) return false;
      return (open ?? begin({ ...of, isAnother: false })).over;
    },
    wentOn(token: string | null): void {
      if (token !== null) goneOnFrom.add(token);
      isDeclined = false;
      end(true);
    },
    /** An answer to the session before, which comes late, is no end of this one. */
    hasGoneOnFrom: (token: string): boolean => goneOnFrom.has(token),
    isOfAnother(of: Owner): void {
      begin({ ...of, isAnother: true });
    },
    decline(): void {
      isDeclined = true;
      end(false);
    },
    forget(): void {
      goneOnFrom.clear();
      isDeclined = false;
      if (open !== null) end(false);
    },
  };
}

/** Whether the page holds what would be lost, or missed: a form that was typed into. */
export const holdsTyped = (): boolean =>
  document.querySelector('[data-typed="true"], [data-unsaved="true"]') !== null;
