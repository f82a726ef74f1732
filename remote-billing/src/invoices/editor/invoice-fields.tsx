import { laterPart } from '@daybook/shared/read/later-part';
import styles from '../invoices.module.css';
import { DraftProvider } from './use-draft.tsx';
import { ClosingFields, WordFields } from './closing-fields.tsx';
import { HeaderFields } from './header-fields.tsx';
import { LineGrid } from './line-grid.tsx';
import { LiveTotalsView } from './live-totals-view.tsx';
import { SupplyFields } from './supply-fields.tsx';

const PendingTotal = laterPart(() => import('./pending-totals.tsx'));

/** The fields of a draft, new or saved. */
export function InvoiceFields({ isSaved = false }: { isSaved?: boolean }) {
  return (
    <DraftProvider>
      <HeaderFields />
      <PendingTotal isFolded={isSaved} />
      <LineGrid />
      <div className={styles.wide}>
        <LiveTotalsView />
      </div>
      <SupplyFields />
      <ClosingFields />
      <WordFields />
    </DraftProvider>
  );
}
