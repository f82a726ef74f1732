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
  type PlannedDraft,
} from '@daybook/contracts/billing/pending/pending-invoices';
import type { InputOf } from '@daybook/contracts/endpoint';
import { minor, sum } from '@daybook/contracts/money/money';
import { useMay } from '@daybook/shared/session';
import { today } from '@daybook/shared/today';
import { Amount } from '@daybook/shared/record/amount';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { ReadView } from '@daybook/shared/read/read-view';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { useFreshRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import common from '../common/common.module.css';
import { PlannedRow } from './planned-row.tsx';
import styles from './plan-dialog.module.css';

interface Asked {
  /** The selected items; otherwise `work` names whose work is billed. */
  itemIds?: readonly string[];
  work?: InputOf<typeof pendingInvoices.planWork>['work'];
  /** Whether some of the clients belong to groups. */
  canBeGrouped: boolean;
  billedBy?: BilledBy;
}

interface PlanDialogProps extends Asked {
  onClose: () => void;
  /** Called when the drafts are done, so that the selection can be cleared. */
  onDone: () => void;
}

/** Each draft gets its id before the request, so that a resend creates no second one. */
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

/** A preview of the invoices with their figures and refusals, and afterwards the outcome of each. */
export default function PlanDialog({ onClose, onDone, ...asked }: PlanDialogProps) {
  const [made, setMade] = useState<Made | null>(null);
  const close = () => {
    onDone();
    onClose();
  };
  if (made !== null) return <DoneDialog made={made} onClose={close} />;
  return <AskDialog {...asked} onMade={setMade} onClose={onClose} />;
}

/** Fixed when the dialog opens, because the selection behind it can change. */
function usePlan({ itemIds, work }: Asked, issueDate: string, by: BilledBy) {
  const [asked] = useState({ itemIds: itemIds && [...itemIds], work });
  const on = { issueDate, by };
  const ofItems = useFreshRead(
    pendingInvoices.plan,
    asked.itemIds === undefined ? null : { itemIds: asked.itemIds, ...on },
  );
  const ofWork = useFreshRead(
    pendingInvoices.planWork,
    asked.work === undefined ? null : { work: asked.work, ...on },
  );
  if (asked.work !== undefined) return ofWork;
  return { ...ofItems, data: ofItems.data && { ...ofItems.data, left: 0 } };
}

interface AskDialogProps extends Asked {
  onMade: (made: Made) => void;
  onClose: () => void;
}

function AskDialog({ onMade, onClose, ...asked }: AskDialogProps) {
  const { t } = useTranslation('billing');
  const focus = useDialogFocus();
  const [issueDate, setIssueDate] = useState<string | null>(today());
  const [by, setBy] = useState<BilledBy>(asked.billedBy ?? 'client');
  const plan = usePlan(asked, issueDate ?? today(), by);
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
      {asked.canBeGrouped && (
        <Radio.Group
          aria-label={t('plan.by')}
          value={by}
          onChange={(event) => setBy(event.target.value === 'group' ? 'group' : 'client')}
          options={billedBy.map((value) => ({ value, label: t(`plan.byKind.${value}`) }))}
        />
      )}
      <ReadView of={plan}>
        {({ drafts, goneIds, left }) => (
          <>
            {drafts.length === 0 && <p>{t('plan.none')}</p>}
            {left > 0 && <p>{t('plan.left', { count: left })}</p>}
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

/** The totals of all drafts, by currency. */
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
