import { DraftProvider } from './use-draft.tsx';
import { ClosingFields, WordFields } from './closing-fields.tsx';
import { HeaderFields } from './header-fields.tsx';
import { LineGrid } from './line-grid.tsx';
import { LiveTotalsView } from './live-totals-view.tsx';
import { SupplyFields } from './supply-fields.tsx';
import { WaitingWork } from './waiting-work.tsx';
import styles from './invoices.module.css';

/** The fields of a draft, new or saved. */
export function InvoiceFields() {
  return (
    <DraftProvider>
      <HeaderFields />
      <WaitingWork />
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
