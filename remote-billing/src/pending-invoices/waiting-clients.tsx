import { waitingClients } from '@daybook/contracts/billing/pending/waiting-work';
import { WaitingList } from './waiting-list.tsx';

export default function WaitingClients() {
  return <WaitingList endpoints={waitingClients} by="clients" />;
}
