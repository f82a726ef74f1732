import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import type { OutputOf } from '@daybook/contracts/endpoint';
import { NOTHING, minor } from '@daybook/contracts/money/money';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import { amountText } from '@daybook/shared/record/amount';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { ReadView } from '@daybook/shared/read/read-view';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { useFreshRead } from '@daybook/shared/read/use-read';
import { AllocationTable } from '../common/allocation-table.tsx';
import type { OpenInvoice } from '../common/proposal.ts';
import { ReturnedWork } from './returned-work.tsx';

const Field = fieldOf(creditNotes.allocate);

interface AllocateDialogProps {
  note: CreditNote;
  onClose: () => void;
}

/**
 * Issues a draft, or allocates the remainder of an issued credit note. The proposal takes the credited invoices first, then the oldest.
 * Each row can be changed.
 */
export default function AllocateDialog({ note, onClose }: AllocateDialogProps) {
  const { t } = useTranslation('billing');
  const focus = useDialogFocus();
  const read = useFreshRead(creditNotes.openInvoices, { id: note.id });
  const isDraft = note.status === 'draft';
  const asked = useFreshRead(creditNotes.beforeIssue, isDraft ? { id: note.id } : null);
  const amount = amountText(isDraft ? note.total : note.available, note.currency);
  const title = isDraft
    ? t('credit.issueQuestion', { amount, client: note.client.label })
    : t('allocateCredit.question', { amount, number: note.number });
  if (read.data !== undefined && isDraft && asked.data !== undefined)
    return <Issue note={note} title={title} open={read.data} before={asked.data} onClose={onClose} />;
  if (read.data !== undefined && !isDraft && read.data.length > 0)
    return <Allocate note={note} title={title} open={read.data} onClose={onClose} />;
  return (
    <Modal
      open
      title={title}
      width={720}
      okText={t('allocate.close')}
      cancelButtonProps={{ hidden: true }}
      onOk={onClose}
      onCancel={onClose}
      wrapProps={focus}
    >
      {isDraft && read.error === null ? (
        <ReadView of={asked} shape="form">
          {() => null}
        </ReadView>
      ) : (
        <ReadView of={read} shape="form">
          {() => <p>{t('allocate.nothingOpen')}</p>}
        </ReadView>
      )}
    </Modal>
  );
}

interface OpenProps extends AllocateDialogProps {
  title: string;
  open: OpenInvoice[];
}

const sourceOf = ({ entity, currency }: CreditNote, available: number) => ({
  entityId: entity.id,
  currency,
  available: minor(available),
  withheld: NOTHING,
});

const proposed = (open: readonly OpenInvoice[]) =>
  open
    .filter((invoice) => invoice.proposed > 0)
    .map((invoice) => ({ invoiceId: invoice.id, amount: invoice.proposed }));

interface IssueProps extends OpenProps {
  before: OutputOf<typeof creditNotes.beforeIssue>;
}

function Issue({ note, title, open, before, onClose }: IssueProps) {
  const { t } = useTranslation('billing');
  const { work, writtenOff } = before;
  return (
    <FormDialog
      title={title}
      consequence={t('credit.issueMeans')}
      endpoint={creditNotes.issue}
      initial={{
        allocations: proposed(open),
        work: work.map(({ invoiceLineId, next }) => ({ invoiceLineId, next })),
      }}
      fixed={{ id: note.id }}
      version={note.version}
      verb={t('issue.verb')}
      width={720}
      onSaved={({ number }) => {
        notify.success(t('credit.issued', { number }));
        onClose();
      }}
      onClose={onClose}
    >
      {writtenOff.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('credit.writtenOff', { numbers: writtenOff.map(({ label }) => label).join(', ') })}
        />
      )}
      <Form.Item name="allocations" noStyle>
        <AllocationTable source={sourceOf(note, note.total)} invoices={open} />
      </Form.Item>
      {work.length > 0 && (
        <Form.Item name="work" noStyle>
          <ReturnedWork work={work} currency={note.currency} />
        </Form.Item>
      )}
    </FormDialog>
  );
}

function Allocate({ note, title, open, onClose }: OpenProps) {
  const { t } = useTranslation('billing');
  return (
    <FormDialog
      title={title}
      endpoint={creditNotes.allocate}
      initial={{ date: today(), allocations: proposed(open) }}
      fixed={{ id: note.id }}
      verb={t('allocateCredit.verb')}
      width={720}
      onSaved={() => {
        notify.success(t('allocateCredit.done'));
        onClose();
      }}
      onClose={onClose}
    >
      <Field name="date" label={t('date')}>
        <DateInput />
      </Field>
      <Form.Item name="allocations" noStyle>
        <AllocationTable source={sourceOf(note, note.available)} invoices={open} />
      </Form.Item>
    </FormDialog>
  );
}
