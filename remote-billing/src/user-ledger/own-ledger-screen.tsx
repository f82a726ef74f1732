import Segmented from 'antd/es/segmented';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ownLedger } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { listPath } from '@daybook/contracts/entities';
import { laterPart } from '@daybook/shared/read/later-part';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { useMe } from '@daybook/shared/session';
import { LedgerFiles, ledgerOf } from './ledger-files.tsx';
import { LedgerLines } from './ledger-lines.tsx';
import { balanceOf, LedgerBody, LedgerChoice } from './ledger-view.tsx';
import { OfferCash } from './offer-cash.tsx';
import { OwnVouchers } from './own-vouchers.tsx';
import { useLedgerQuery } from './use-ledger-query.ts';
import { useOpenedVoucher } from './use-opened-voucher.ts';
import { WaitingForMe } from './waiting-for-me.tsx';
import books from '../common/books.module.css';
import styles from './user-ledger.module.css';

const VoucherDrawer = laterPart(() => import('./voucher-drawer.tsx'));

const tabs = ['ledger', 'vouchers'] as const;
type Tab = (typeof tabs)[number];

function Tabs({ tab }: { tab: Tab }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  return (
    <div className={styles.tabs}>
      <Segmented<Tab>
        aria-label={t('userLedger.own')}
        value={tab}
        onChange={(next) =>
          void navigate(
            next === 'ledger' ? listPath('staff_voucher') : `${listPath('staff_voucher')}?view=${next}`,
          )
        }
        options={tabs.map((value) => ({ value, label: t(`userLedger.tab.${value}`) }))}
      />
    </div>
  );
}

/** One's own ledger and vouchers, for everyone who is signed in. */
export default function OwnLedgerScreen() {
  const [params] = useSearchParams();
  const opened = useOpenedVoucher();
  const me = useMe();
  if (me === null) return null;
  const isVouchers = params.get('view') === 'vouchers';
  return (
    <>
      {isVouchers ? (
        <OwnVouchers me={me} open={opened.open} views={<Tabs tab="vouchers" />} />
      ) : (
        <OwnLedger me={{ id: me.id, label: me.name }} open={opened.open} />
      )}
      {opened.id !== null && <VoucherDrawer key={opened.id} id={opened.id} onClose={opened.close} />}
    </>
  );
}

interface OwnLedgerProps {
  me: { id: string; label: string };
  open: (voucherId: string) => void;
}

function OwnLedger({ me, open }: OwnLedgerProps) {
  const { t } = useTranslation('billing');
  const page = useLedgerQuery();
  const { query, change, asOf } = page;
  const read = useRead(ownLedger.balances, { asOf });
  const balances = read.data ?? [];
  const balance = balanceOf(balances, query);
  const input = balance && ledgerOf(balance, query, asOf);
  return (
    <section aria-labelledby="ledger-title" className={books.screen}>
      <header className={books.header}>
        <h1 id="ledger-title" className={books.title}>
          {t('userLedger.own')}
        </h1>
        <div className={books.actions}>
          {input !== undefined && <LedgerFiles ledger={ownLedger} input={input} />}
          {balance !== undefined && balance.cash > 0 && <OfferCash me={me} balance={balance} />}
        </div>
      </header>
      <Tabs tab="ledger" />
      <WaitingForMe open={open} />
      <LedgerChoice balances={balances} balance={balance} query={query} asOf={asOf} change={change} />
      <ReadView of={read} shape="list">
        {() => (
          <LedgerBody balance={balance}>
            {() =>
              input !== undefined && <LedgerLines endpoint={ownLedger.lines} input={input} page={page} />
            }
          </LedgerBody>
        )}
      </ReadView>
    </section>
  );
}
