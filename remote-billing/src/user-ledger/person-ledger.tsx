import { useTranslation } from 'react-i18next';
import { userLedgers } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { lookups } from '@daybook/contracts/lookups';
import { listPath } from '@daybook/contracts/entities';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { LinkButton } from '@daybook/shared/record/link-button';
import { tabAddress } from './addresses.ts';
import { LedgerFiles, ledgerOf } from './ledger-files.tsx';
import { LedgerLines } from './ledger-lines.tsx';
import { balanceOf, LedgerBody, LedgerChoice } from './ledger-view.tsx';
import { StaffCommands } from './staff-commands.tsx';
import { useLedgerQuery } from './use-ledger-query.ts';
import books from '../common/books.module.css';

/** The ledger of one person, with what can be done on it. */
export function PersonLedger({ personId }: { personId: string }) {
  const { t } = useTranslation('billing');
  const page = useLedgerQuery();
  const { query, change, asOf } = page;
  const read = useRead(userLedgers.list, { filter: { personId, asOf }, pageSize: 100 });
  const named = useRead(lookups.find, { kind: 'person', id: personId });
  const balances = read.data?.rows ?? [];
  const balance = balanceOf(balances, query);
  const person = balance?.person ?? named.data?.[0];
  const input = balance && { personId, ...ledgerOf(balance, query, asOf) };
  return (
    <section aria-labelledby="ledger-title" className={books.screen}>
      <header className={books.header}>
        <h1 id="ledger-title" className={books.title}>
          {t('userLedger.of', { name: person?.label ?? '' })}
        </h1>
        <div className={books.actions}>
          <LinkButton to={listPath('user_ledger')}>{t('userLedger.all')}</LinkButton>
          <LinkButton to={tabAddress('vouchers', { personId })}>{t('userLedger.tab.vouchers')}</LinkButton>
          {input !== undefined && <LedgerFiles ledger={userLedgers} input={input} />}
          {person !== undefined && (
            <StaffCommands
              whose={{
                person: { id: person.id, label: person.label },
                ...(balance && { entity: balance.entity, currency: balance.currency }),
              }}
            />
          )}
        </div>
      </header>
      <LedgerChoice balances={balances} balance={balance} query={query} asOf={asOf} change={change} />
      <ReadView of={read} shape="list">
        {() => (
          <LedgerBody balance={balance}>
            {() =>
              input !== undefined && <LedgerLines endpoint={userLedgers.lines} input={input} page={page} />
            }
          </LedgerBody>
        )}
      </ReadView>
    </section>
  );
}
