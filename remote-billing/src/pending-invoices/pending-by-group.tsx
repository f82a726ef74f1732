import { pendingByGroup } from '@daybook/contracts/billing/pending/pending-totals';
import { WaitingList } from './pending-totals-list.tsx';

export default function WaitingGroups() {
  return <WaitingList endpoints={pendingByGroup} by="groups" />;
}
