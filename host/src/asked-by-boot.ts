import type { EarlyRead } from '@daybook/shared/reads-ahead';

/** What page.boot.ts asked for before the page's own code ran. Each answer is used once. */
export interface AskedByBoot {
  remotes: Promise<unknown>;
  /** What was asked for before `keep` was replaced. Empty if nobody is signed in. */
  readonly reads: readonly EarlyRead[];
  /** Takes what is asked for later: the list of remotes, which names the rows, may come after the page's own code. */
  keep: (read: EarlyRead) => void;
}

declare global {
  var askedByBoot: AskedByBoot | undefined;
}
