import { creditCommands } from './credit-commands.ts';
import { expenseCommands, lockCommands } from './expense-commands.ts';
import { invoiceCommands } from './invoice-commands.ts';
import { journalCommands } from './journal-commands.ts';
import { openingCommands } from './opening-commands.ts';
import { pendingCommands } from './pending-commands.ts';
import { receiptCommands } from './receipt-commands.ts';
import { staffCommands } from './staff-commands.ts';
import { reminderCommands } from './reminder-commands.ts';
import { followUp } from './follow-up-commands.ts';
import type { Command } from './step.ts';

/** Every command of the random books, by its name. */
export const commands: Record<string, Command> = {
  ...invoiceCommands,
  ...pendingCommands,
  ...receiptCommands,
  ...creditCommands,
  ...expenseCommands,
  ...staffCommands,
  ...openingCommands,
  ...journalCommands,
  ...lockCommands,
  ...reminderCommands,
  ...followUp.commands,
};
/** Commands that run first, because the others need their results. */
export const first = [
  'bill',
  'bill',
  'bill',
  'receive',
  'receiveAdvance',
  'receiveAdvance',
  'issueCredit',
  'approve',
  'giveAdvance',
];
/** Commands on two documents come up more often, because both documents have to exist. */
export const often = [
  'receiveAdvance',
  'allocate',
  'unallocate',
  'allocateCredit',
  'unallocateCredit',
  'reverse',
  'writeOff',
  'takeBack',
  'void',
  'voidCredit',
  'deposit',
  'clear',
  'bounce',
  'redeposit',
  'refundReceipt',
  'takeBackRefund',
  'takeBackReceiptRefund',
  'removeCredit',
  'unlockOpenings',
  'unlockOpenings',
  'sendBack',
  'sendBack',
  'reimburse',
  'work',
  'billPrepaid',
  'holdItem',
  'reverseExpense',
  'takeReimbursementBack',
  'settle',
  'offerCash',
  'confirmCash',
  'confirmCash',
  'withdrawCash',
  'reverseVoucher',
  'reverseJournal',
  'bring',
  'bring',
  'lock',
  'lock',
  ...followUp.often,
];

/** The command that creates a suitable document if there is none. */
export const needs: Record<string, string> = {
  void: 'bill',
  billPrepaid: 'receiveAdvance',
  writeOff: 'bill',
  takeBack: 'writeOff',
  credit: 'bill',
  issueCredit: 'bill',
  allocate: 'receive',
  unallocate: 'receive',
  reverse: 'receive',
  refundReceipt: 'receive',
  reimburse: 'approve',
  settle: 'approve',
  takeReimbursementBack: 'reimburse',
  returnAdvance: 'giveAdvance',
  offerCash: 'receiveCash',
  confirmCash: 'offerCash',
  withdrawCash: 'offerCash',
  reverseVoucher: 'giveAdvance',
  reverseJournal: 'postJournal',
  reverseExpense: 'approve',
  takeBackReceiptRefund: 'refundReceipt',
  takeBackRefund: 'refund',
  deposit: 'receiveCheque',
  clear: 'deposit',
  bounce: 'receiveCheque',
  redeposit: 'bounce',
  allocateCredit: 'issueCredit',
  unallocateCredit: 'allocateCredit',
  refund: 'issueCredit',
  voidCredit: 'issueCredit',
  takeOpeningBack: 'bring',
  lockOpenings: 'bring',
  unlockOpenings: 'lockOpenings',
  remind: 'bill',
  ...followUp.needs,
};
