import type { Reference } from '@daybook/contracts/fields';

/** Settling and paying out are one command with money from different places. */
export const staffCommands = ['advance', 'returnAdvance', 'settle', 'pay', 'handOver'] as const;
export type StaffCommand = (typeof staffCommands)[number];

/** Whose ledger a command is about; what is not given is asked for. */
export interface Whose {
  person?: Reference;
  entity?: Reference;
  currency?: string;
}

export interface CommandProps {
  whose: Whose;
  onClose: () => void;
}
