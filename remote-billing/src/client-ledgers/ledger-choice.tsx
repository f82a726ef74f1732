import Select from 'antd/es/select';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import type { OutputOf } from '@daybook/contracts/endpoint';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { SettledDate } from '@daybook/shared/inputs/settled-date';
import type { LedgerQuery } from './use-ledger-query.ts';
import styles from '../common/books.module.css';

type Ledger = OutputOf<typeof clientLedgers.find>[number];

/** The first ledger that matches the entity and currency in the address; null if there is none. */
export function ledgerOf(ledgers: readonly Ledger[], { entityId, currency }: LedgerQuery): Ledger | null {
  const named = ledgers.find(
    (one) => (entityId ?? one.entity.id) === one.entity.id && (currency ?? one.currency) === one.currency,
  );
  return named ?? null;
}

interface LedgerChoiceProps {
  /** Whose ledger it is. */
  of: 'client' | 'group';
  query: LedgerQuery;
  asOf: string;
  ledgers: readonly Ledger[];
  ledger: Ledger | null;
  onChange: (patch: Partial<LedgerQuery>) => void;
  /** Other choices. */
  children?: ReactNode;
}

const keyOf = ({ entity, currency }: Ledger): string => `${entity.id} ${currency}`;

/** Chooses whose ledger it is and the days, and the entity and currency if there are several ledgers. */
export function LedgerChoice({ of, query, asOf, ledgers, ledger, onChange, children }: LedgerChoiceProps) {
  const { t } = useTranslation('billing');
  const choose = (key: string) => {
    const chosen = ledgers.find((one) => keyOf(one) === key);
    if (chosen) onChange({ entityId: chosen.entity.id, currency: chosen.currency });
  };
  return (
    <div className={styles.choice}>
      {of === 'client' ? (
        <Lookup
          kind="client"
          aria-label={t('field.client')}
          placeholder={t('field.client')}
          value={query.clientId}
          onChange={(clientId) => onChange({ clientId, entityId: null, currency: null })}
        />
      ) : (
        <Lookup
          kind="client_group"
          aria-label={t('pending.group')}
          placeholder={t('pending.group')}
          value={query.groupId}
          onChange={(groupId) => onChange({ groupId, entityId: null, currency: null })}
        />
      )}
      {ledgers.length > 1 && (
        <Select
          aria-label={t('ledger.which')}
          value={ledger === null ? undefined : keyOf(ledger)}
          onChange={choose}
          popupMatchSelectWidth={false}
          options={ledgers.map((one) => ({
            value: keyOf(one),
            label: `${one.entity.label} · ${one.currency}`,
          }))}
        />
      )}
      <label className={styles.date}>
        {t('shared:range.from')}
        <SettledDate
          placeholder={t('shared:date.any')}
          value={query.from}
          onChange={(from) => onChange({ from })}
        />
      </label>
      <label className={styles.date}>
        {t('ledger.asOf')}
        <SettledDate value={asOf} onChange={(next) => onChange({ asOf: next })} />
      </label>
      {children}
    </div>
  );
}
