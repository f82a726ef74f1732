import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '@daybook/contracts/endpoint';
import type { clientBulk } from '@daybook/contracts/crm/clients/client-bulk';
import { useAllFound } from '@daybook/shared/list/use-all-found';
import { useTotalText, type List } from '@daybook/shared/list/use-list';
import { laterPart } from '@daybook/shared/read/later-part';
import { countText } from '@daybook/shared/record/count-text';
import { useMay } from '@daybook/shared/session';

const BulkDialog = laterPart(() => import('./bulk-dialog.tsx'));
const ApplyToSelection = laterPart(() => import('../subscriptions/apply-to-selection.tsx'));

/** The chosen clients by their ids, or all that the search and filters of the list find. */
export type Selection = Pick<InputOf<typeof clientBulk.preview>, 'ids' | 'q' | 'filter'>;

interface BulkBarProps {
  ids: readonly string[];
  found: Omit<Selection, 'ids'>;
  /** How many clients the search and filters find. */
  counted: List['counted'];
  onDone: () => void;
}

/** The actions for the ticked clients, or for all that the list finds. */
export function BulkBar({ ids, found, counted, onDone }: BulkBarProps) {
  const { t } = useTranslation('crm');
  const mayChange = useMay('clients.edit');
  const mayDeactivate = useMay('clients.deactivate');
  const total = useTotalText(counted);
  const [isAll, chooseAll] = useAllFound(ids, found);
  const mayApply = useMay('recurring_invoices.add');
  const [step, setStep] = useState<'change' | 'deactivate' | 'apply' | null>(null);
  const selection = isAll ? found : { ids: [...ids] };
  const close = (isDone: boolean) => {
    setStep(null);
    if (isDone) onDone();
  };
  return (
    <>
      <strong>
        {isAll
          ? t('clientBulk.all', { shown: total })
          : t('clientBulk.chosen', { shown: countText(ids.length) })}
      </strong>
      {mayChange && (
        <Button type="primary" onClick={() => setStep('change')}>
          {t('clientBulk.change')}
        </Button>
      )}
      {mayApply && <Button onClick={() => setStep('apply')}>{t('subscription.apply')}</Button>}
      {mayDeactivate && <Button onClick={() => setStep('deactivate')}>{t('action.deactivate')}</Button>}
      {!isAll && total !== '' && (
        <Button type="link" onClick={chooseAll}>
          {t('clientBulk.chooseAll', { shown: total })}
        </Button>
      )}
      <Button type="text" onClick={onDone}>
        {t('clientBulk.clear')}
      </Button>
      {step !== null && (
        <>
          {step === 'apply' ? (
            <ApplyToSelection selection={selection} exampleId={ids[0]} onClose={close} />
          ) : (
            <BulkDialog step={step} selection={selection} onClose={close} />
          )}
        </>
      )}
    </>
  );
}
