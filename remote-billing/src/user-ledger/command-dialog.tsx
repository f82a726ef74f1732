import { AdvanceDialog } from './advance-dialog.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import SettleDialog from '../common/settle-dialog.tsx';
import type { CommandProps, StaffCommand } from '../common/staff-commands.ts';

/** The form of a command. */
export default function CommandDialog({ command, ...rest }: CommandProps & { command: StaffCommand }) {
  if (command === 'handOver') return <HandOverDialog {...rest} />;
  if (command === 'settle' || command === 'pay') return <SettleDialog command={command} {...rest} />;
  return <AdvanceDialog command={command} {...rest} />;
}
