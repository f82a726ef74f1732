import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '@daybook/contracts/bulk';
import type { EnquiryRow } from '@daybook/contracts/crm/enquiries/enquiries';
import { countText } from '@daybook/shared/record/count-text';
import { useMay } from '@daybook/shared/session';
import { BulkDialog, type BulkKind } from './bulk-dialog.tsx';
import { BulkResults } from './bulk-results.tsx';
import { refused, tellChanged } from './undo.ts';

interface BulkBarProps {
  chosen: readonly EnquiryRow[];
  onDone: () => void;
}

/** The actions for the selected enquiries. */
export function BulkBar({ chosen, onDone }: BulkBarProps) {
  const { t } = useTranslation('crm');
  const mayMove = useMay('enquiries.update_status');
  const [kind, setKind] = useState<BulkKind | null>(null);
  const [results, setResults] = useState<readonly Outcome[] | null>(null);
  const kinds: BulkKind[] = mayMove ? ['owner', 'move'] : ['owner'];
  const told = (outcomes: readonly Outcome[]) => {
    setKind(null);
    tellChanged(outcomes);
    if (refused(outcomes).length > 0) setResults(outcomes);
    else onDone();
  };
  return (
    <>
      <strong>{t('bulk.chosen', { count: chosen.length, shown: countText(chosen.length) })}</strong>
      {kinds.map((one) => (
        <Button key={one} onClick={() => setKind(one)}>
          {t(`bulk.${one}`)}
        </Button>
      ))}
      <Button type="text" onClick={onDone}>
        {t('bulk.clear')}
      </Button>
      {kind !== null && (
        <BulkDialog kind={kind} chosen={chosen} onSaved={told} onClose={() => setKind(null)} />
      )}
      {results !== null && <BulkResults results={results} chosen={chosen} onClose={onDone} />}
    </>
  );
}
