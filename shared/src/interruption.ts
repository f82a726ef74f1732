/** A session that ended while there was unsaved input, with its owner. It lasts until they sign in again or leave it. */
export interface Interruption {
  userId: string;
  email: string;
  /** Somebody else has signed in meanwhile. Nothing of the owner's is sent under the new name, and the new person goes to their own page. */
  isAnother: boolean;
}

type Owner = Omit<Interruption, 'isAnother'>;

interface Open {
  of: Interruption;
  over: Promise<boolean>;
  settle: (isBack: boolean) => void;
}

/** The refused calls wait here together for one sign-in. */
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
    /** Resolves to whether to send the call again. After the owner has declined to sign in, only a write asks again. */
    async wait(of: Owner, isWrite: boolean): Promise<boolean> {
      if (open === null && isDeclined && !isWrite) return false;
      return (open ?? begin({ ...of, isAnother: false })).over;
    },
    wentOn(token: string | null): void {
      if (token !== null) goneOnFrom.add(token);
      isDeclined = false;
      end(true);
    },
    /** A late answer to a call of the earlier session does not end the current one. */
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

/** Whether the page has unsaved input that would be lost: a form that was typed in. */
export const holdsTyped = (): boolean =>
  document.querySelector('[data-typed="true"], [data-unsaved="true"]') !== null;
