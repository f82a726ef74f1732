import { waitingClients } from '@daybook/contracts/billing/waiting-work';
import { WaitingList } from './waiting-list.tsx';

export default function WaitingClients() {
  return <WaitingList endpoints={waitingClients} by="clients" />;
}
