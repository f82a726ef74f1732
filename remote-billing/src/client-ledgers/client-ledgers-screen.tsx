import { useSearchParams } from 'react-router-dom';
import AllLedgers from './all-ledgers.tsx';
import ClientLedgerScreen from './client-ledger.tsx';

/** The ledger of the client in the address or, without one, the ledgers of all clients. */
export default function ClientLedgersScreen() {
  const [params] = useSearchParams();
  return params.has('clientId') ? <ClientLedgerScreen /> : <AllLedgers />;
}
