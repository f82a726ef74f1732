import { listPath } from '@daybook/contracts/entities';
import type { UserBalance } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { queryOf } from '@daybook/shared/call';

/** The parts of the screen for those who see the ledgers of others. */
export const ledgerTabs = ['balances', 'vouchers', 'attribution'] as const;
export type LedgerTab = (typeof ledgerTabs)[number];

export const tabAddress = (tab: LedgerTab, filter: object = {}): string =>
  `${listPath('user_ledger')}?${queryOf({ view: tab === 'balances' ? undefined : tab, filter })}`;

/** The ledger of a person; without an entity, the first one. */
export const userLedgerAddress = (
  personId: string,
  { entity, currency }: Partial<Pick<UserBalance, 'entity' | 'currency'>> = {},
): string =>
  `${listPath('user_ledger')}?${queryOf({
    view: 'ledger',
    personId,
    ...(entity && { entityId: entity.id }),
    ...(currency !== undefined && { currency }),
  })}`;
