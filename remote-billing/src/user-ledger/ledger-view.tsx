import Empty from 'antd/es/empty';
import Select from 'antd/es/select';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserBalance } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { Figures } from '@daybook/shared/charts/figures';
import { SettledDate } from '@daybook/shared/inputs/settled-date';
import { amountText } from '@daybook/shared/record/amount';
import { useFault } from './staff-amount.tsx';
import type { LedgerQuery } from './use-ledger-query.ts';
import books from '../common/books.module.css';

const keyOf = ({ entity, currency }: Pick<UserBalance, 'entity' | 'currency'>): string =>
  `${entity.id} ${currency}`;

/** The ledger that the address names, or else the first one; undefined if there is none. */
export const balanceOf = (
  balances: readonly UserBalance[],
  { entityId, currency }: LedgerQuery,
): UserBalance | undefined =>
  balances.find(
    (one) => (entityId ?? one.entity.id) === one.entity.id && (currency ?? one.currency) === one.currency,
  ) ?? balances[0];

interface ChoiceProps {
  balances: readonly UserBalance[];
  balance: UserBalance | undefined;
  query: LedgerQuery;
  asOf: string;
  change: (patch: Partial<LedgerQuery>) => void;
}

/** The entity and currency if there are several ledgers, and the days. */
export function LedgerChoice({ balances, balance, query, asOf, change }: ChoiceProps) {
  const { t } = useTranslation('billing');
  return (
    <div className={books.choice}>
      {balances.length > 1 && balance !== undefined && (
        <Select
          aria-label={t('ledger.which')}
          value={keyOf(balance)}
          onChange={(key) => {
            const chosen = balances.find((one) => keyOf(one) === key);
            if (chosen) change({ entityId: chosen.entity.id, currency: chosen.currency });
          }}
          popupMatchSelectWidth={false}
          options={balances.map((one) => ({
            value: keyOf(one),
            label: `${one.entity.label} · ${one.currency}`,
          }))}
        />
      )}
      <label className={books.date}>
        {t('shared:range.from')}
        <SettledDate
          placeholder={t('shared:date.any')}
          value={query.from}
          onChange={(from) => change({ from })}
        />
      </label>
      <label className={books.date}>
        {t('ledger.asOf')}
        <SettledDate value={asOf} onChange={(next) => change({ asOf: next })} />
      </label>
    </div>
  );
}

/** What is owed on the last day, in red if it is below zero or above the limit. */
export function BalanceFigures({ balance }: { balance: UserBalance }) {
  const { t } = useTranslation('billing');
  const faultOf = useFault();
  const { currency, offered, net } = balance;
  const text = (amount: number) => amountText(amount, currency);
  return (
    <Figures
      figures={[
        ...(['payable', 'advance', 'cash'] as const).map((of) => {
          const fault = faultOf(balance, of);
          const label = t(`userLedger.${of}`);
          return {
            label: fault === null ? label : `${label} (${fault})`,
            value: text(balance[of]),
            isBad: fault !== null,
          };
        }),
        ...(offered === 0 ? [] : [{ label: t('userLedger.offered'), value: text(offered) }]),
        { label: t('userLedger.net'), value: text(net) },
      ]}
    />
  );
}

/** The figures and what is below them, or that there is nothing yet. */
export function LedgerBody({
  balance,
  children,
}: {
  balance: UserBalance | undefined;
  children: (balance: UserBalance) => ReactNode;
}) {
  const { t } = useTranslation('billing');
  if (balance === undefined)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('userLedger.none')} />;
  return (
    <>
      <BalanceFigures balance={balance} />
      {children(balance)}
    </>
  );
}
