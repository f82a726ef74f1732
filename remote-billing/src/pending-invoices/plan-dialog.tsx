import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import Radio from 'antd/es/radio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  billedBy,
  pendingInvoices,
  type BilledBy,
  type DraftResult,
  type PendingItem,
  type PlannedDraft,
} from '@daybook/contracts/billing/pending-invoices';
import { minor, sum } from '@daybook/contracts/money/money';
import { useMay } from '@daybook/shared/session';
import { today } from '@daybook/shared/today';
import { Amount } from '@daybook/shared/ui/amount';
import { DateInput } from '@daybook/shared/ui/date-input';
import { ErrorBox } from '@daybook/shared/ui/error-box';
import { ReadView } from '@daybook/shared/ui/read-view';
import { useDialogFocus } from '@daybook/shared/ui/use-dialog-focus';
import { useFreshRead } from '@daybook/shared/ui/use-read';
import { useSave } from '@daybook/shared/ui/use-save';
import common from '../common/common.module.css';
import { PlannedRow } from './planned-row.tsx';
import styles from './plan-dialog.module.css';

interface PlanDialogProps {
  items: readonly PendingItem[];
  onClose: () => void;
  /** What was asked for is answered, and the selection is no longer needed. */
  onDone: () => void;
}

/** Names each draft before it is made, so that a resend makes no second one. */
function useDraftIds() {
  const [ids] = useState(() => new Map<string, string>());
  return (itemIds: readonly string[]): string => {
    const key = itemIds.join(' ');
    const id = ids.get(key) ?? crypto.randomUUID();
    ids.set(key, id);
    return id;
  };
}

interface Made {
  planned: readonly PlannedDraft[];
  results: readonly DraftResult[];
}

/** Which invoices will come, with their figures and refusals; then how each came out. */
export default function PlanDialog({ items, onClose, onDone }: PlanDialogProps) {
  const [made, setMade] = useState<Made | null>(null);
  const close = () => {
    onDone();
    onClose();
  };
  if (made !== null) return <DoneDialog made={made} onClose={close} />;
  return <AskDialog items={items} onMade={setMade} onClose={onClose} />;
}

interface AskDialogProps {
  items: readonly PendingItem[];
  onMade: (made: Made) => void;
  onClose: () => void;
}

function AskDialog({ items, onMade, onClose }: AskDialogProps) {
  const { t } = useTranslation('billing');
  const focus = useDialogFocus();
  const [itemIds] = useState(() => items.map(({ id }) => id));
  const [issueDate, setIssueDate] = useState<string | null>(today());
  const isGrouped = items.some(({ group }) => group !== null);
  const [by, setBy] = useState<BilledBy>('client');
  const plan = useFreshRead(pendingInvoices.plan, { itemIds, issueDate: issueDate ?? today(), by });
  const { save, isSaving } = useSave(pendingInvoices.drafts);
  const idFor = useDraftIds();
  const [refusal, setRefusal] = useState<unknown>(null);
  const wanted = (plan.data?.drafts ?? []).filter(({ refused }) => refused === null);
  const make = async () => {
    if (issueDate === null) return;
    setRefusal(null);
    const drafts = wanted.map(({ itemIds: billed, client }) => ({
      id: idFor([client.id, ...billed]),
      itemIds: billed,
      clientId: client.id,
    }));
    try {
      const { results } = await save({ issueDate, drafts });
      onMade({ planned: wanted, results });
    } catch (error) {
      setRefusal(error);
    }
  };
  return (
    <Modal
      open
      width={720}
      title={t('plan.title')}
      okText={t('plan.make', { count: wanted.length })}
      okButtonProps={{ disabled: wanted.length === 0 || issueDate === null }}
      confirmLoading={isSaving}
      cancelText={t('plan.cancel')}
      onOk={() => void make()}
      onCancel={onClose}
      wrapProps={focus}
    >
      <div className={styles.date}>
        <label htmlFor="plan-date">{t('field.issueDate')}</label>
        <DateInput id="plan-date" value={issueDate} onChange={setIssueDate} />
      </div>
      {isGrouped && (
        <Radio.Group
          aria-label={t('plan.by')}
          value={by}
          onChange={(event) => setBy(event.target.value === 'group' ? 'group' : 'client')}
          options={billedBy.map((value) => ({ value, label: t(`plan.byKind.${value}`) }))}
        />
      )}
      <ReadView of={plan}>
        {({ drafts, goneIds }) => (
          <>
            {goneIds.length > 0 && <p>{t('plan.gone', { count: goneIds.length })}</p>}
            <Rows label={t('plan.title')} drafts={drafts} />
            <Sums drafts={wanted} />
          </>
        )}
      </ReadView>
      {refusal !== null && <ErrorBox error={refusal} />}
    </Modal>
  );
}

function DoneDialog({ made, onClose }: { made: Made; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const focus = useDialogFocus();
  const close = (
    <Button type="primary" onClick={onClose}>
      {t('plan.close')}
    </Button>
  );
  return (
    <Modal open width={720} title={t('plan.doneTitle')} footer={close} onCancel={onClose} wrapProps={focus}>
      <Rows label={t('plan.doneTitle')} drafts={made.planned} results={made.results} />
    </Modal>
  );
}

/** What all that will be drafted comes to, by currency. */
function Sums({ drafts }: { drafts: readonly PlannedDraft[] }) {
  const { t } = useTranslation('billing');
  const ofCurrencies = Map.groupBy(drafts, ({ currency }) => currency);
  return (
    <dl className={common.sums} aria-label={t('listSum.title')}>
      {[...ofCurrencies].map(([currency, ofOne]) => (
        <div key={currency}>
          <dt>{t('listSum.all')}</dt>
          <dd>
            <Amount minor={sum(ofOne.map(({ payable }) => minor(payable)))} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface RowsProps {
  label: string;
  drafts: readonly PlannedDraft[];
  results?: readonly DraftResult[];
}

function Rows({ label, drafts, results }: RowsProps) {
  const mayOpen = useMay('invoices.view');
  return (
    <ul className={styles.rows} aria-label={label}>
      {drafts.map((draft, index) => (
        <PlannedRow
          key={`${draft.client.id} ${draft.itemIds[0]}`}
          draft={draft}
          result={results?.[index]}
          mayOpen={mayOpen}
        />
      ))}
    </ul>
  );
}
