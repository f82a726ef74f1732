import type { EarlyRead } from '@daybook/shared/call';

/** What ask.boot.ts asked for before the page's own code ran. Each answer is used once. */
export interface AskedByBoot {
  remotes: Promise<unknown>;
  /** Empty if nobody is signed in. */
  reads: EarlyRead[];
}

declare global {
  var askedByBoot: AskedByBoot | undefined;
}
