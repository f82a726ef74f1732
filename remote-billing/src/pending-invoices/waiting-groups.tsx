import { waitingGroups } from '@daybook/contracts/billing/pending/waiting-work';
import { WaitingList } from './waiting-list.tsx';

export default function WaitingGroups() {
  return <WaitingList endpoints={waitingGroups} by="groups" />;
}
