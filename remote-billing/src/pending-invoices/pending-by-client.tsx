import { pendingByClient } from '@daybook/contracts/billing/pending/pending-totals';
import { WaitingList } from './pending-totals-list.tsx';

export default function WaitingClients() {
  return <WaitingList endpoints={pendingByClient} by="clients" />;
}
