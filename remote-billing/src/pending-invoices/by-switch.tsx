import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { EntityKind } from '@daybook/contracts/entities';
import { listLink } from '@daybook/shared/list-link';
import { readListAddress } from '@daybook/shared/list-address';
import { LinkButton } from '@daybook/shared/record/link-button';
import styles from './pending-invoices.module.css';

const views = ['items', 'clients', 'groups', 'hours'] as const;
export type WaitingBy = (typeof views)[number];

const kindOf = {
  items: 'pending_item',
  clients: 'pending_client',
  groups: 'pending_group',
  hours: 'unbilled_hours',
} as const satisfies Record<WaitingBy, EntityKind>;

/** Switches between single items, totals by client or group, and hours that are on no bill yet. The filters that all views share stay. */
export function BySwitch({ current }: { current: WaitingBy }) {
  const { t } = useTranslation('billing');
  const [params] = useSearchParams();
  const { entityId, currency, groupId } = readListAddress(params).filter;
  const kept = { entityId, currency, groupId };
  const filterOf = (view: WaitingBy) => {
    if (view === 'hours') return { entityId };
    return view === 'items' ? { ...kept, status: 'open' } : kept;
  };
  return (
    <nav className={styles.views} aria-label={t('pendingTotal.views')}>
      {views.map((view) => (
        <LinkButton
          key={view}
          to={listLink(kindOf[view], filterOf(view))}
          color="default"
          variant={view === current ? 'outlined' : 'text'}
          aria-current={view === current ? 'page' : undefined}
        >
          {t(`pendingTotal.by.${view}`)}
        </LinkButton>
      ))}
    </nav>
  );
}
