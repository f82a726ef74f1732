import { useSearchParams } from 'react-router-dom';
import { ledgerTabs, type LedgerTab } from './addresses.ts';
import { AttributionScreen } from './attribution-screen.tsx';
import { BalanceList } from './balance-list.tsx';
import { PersonLedger } from './person-ledger.tsx';
import { VoucherList } from './voucher-list.tsx';

const screens: Record<LedgerTab, () => React.JSX.Element> = {
  balances: BalanceList,
  vouchers: VoucherList,
  attribution: AttributionScreen,
};

/** The ledger of the person in the address or, without one, the tab that it names. */
export default function UserLedgersScreen() {
  const [params] = useSearchParams();
  const personId = params.get('personId');
  if (personId !== null) return <PersonLedger key={personId} personId={personId} />;
  const Tab = screens[ledgerTabs.find((one) => one === params.get('view')) ?? 'balances'];
  return <Tab />;
}
