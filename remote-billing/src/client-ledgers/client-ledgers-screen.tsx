import { useSearchParams } from 'react-router-dom';
import AllLedgers from './all-ledgers.tsx';
import ClientLedgerScreen from './client-ledger.tsx';
import GroupLedgerScreen from './group-ledger.tsx';

/** The ledger of the client or the group in the address or, without one, the ledgers of all clients. */
export default function ClientLedgersScreen() {
  const [params] = useSearchParams();
  const groupId = params.get('groupId');
  if (params.has('clientId')) return <ClientLedgerScreen />;
  return groupId === null ? <AllLedgers /> : <GroupLedgerScreen groupId={groupId} />;
}
