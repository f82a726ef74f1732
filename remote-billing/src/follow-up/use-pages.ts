import { useMay } from '@daybook/shared/session';
import { ledgerAddress, receiptForClientAddress, remindersAddress } from '../common/addresses.ts';

/** The pages that belong to the follow-up of a client. */
export type FollowUpPage = 'remind' | 'receive' | 'statement' | 'ledger';

/** Their addresses; null for a page that the person may not open. */
export function usePages(): (page: FollowUpPage, clientId: string) => string | null {
  const mayReceive = useMay('receipts.add');
  const mayOpenLedger = useMay('reports.client_ledgers');
  return (page, clientId) => {
    if (page === 'remind') return remindersAddress(clientId);
    if (page === 'receive') return mayReceive ? receiptForClientAddress(clientId) : null;
    if (!mayOpenLedger) return null;
    return ledgerAddress({ clientId, ...(page === 'statement' && { kind: 'open_items' }) });
  };
}
