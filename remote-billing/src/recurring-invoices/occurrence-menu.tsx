import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined';
import Button from 'antd/es/button';
import Dropdown from 'antd/es/dropdown';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  recurringInvoices,
  type Foreseen,
  type RecurringInvoice,
} from '@daybook/contracts/billing/recurring-invoices';
import { notify } from '@daybook/shared/notify';
import { useMay } from '@daybook/shared/session';
import { DateInput } from '@daybook/shared/ui/date-input';
import { dateText } from '@daybook/shared/ui/date-text';
import { fieldOf } from '@daybook/shared/ui/field';
import { FormDialog } from '@daybook/shared/ui/form-dialog';
import { refusalText } from '@daybook/shared/ui/refusal-text';
import { useSave } from '@daybook/shared/ui/use-save';

const SkipField = fieldOf(recurringInvoices.skip);
const MoveField = fieldOf(recurringInvoices.move);

interface OccurrenceProps {
  series: RecurringInvoice;
  day: Foreseen;
}

/** One day otherwise than the rule says, and as it says again. */
export function OccurrenceMenu({ series, day }: OccurrenceProps) {
  const { t } = useTranslation('billing');
  const mayEdit = useMay('recurring_invoices.edit');
  const [asked, setAsked] = useState<'skip' | 'move' | null>(null);
  const { save } = useSave(recurringInvoices.restore);
  if (!mayEdit) return null;
  const close = () => setAsked(null);
  const isOtherwise = day.skipped !== null || day.moved?.why === 'person';
  const restore = () =>
    save({ id: series.id, nominal: day.nominal }, series.version).then(
      () => notify.success(t('recurring.restored')),
      (error: unknown) => notify.failure(refusalText(error)),
    );
  const items = isOtherwise
    ? [{ key: 'restore', label: t('recurring.restore'), onClick: () => void restore() }]
    : [
        { key: 'skip', label: t('recurring.skip'), onClick: () => setAsked('skip') },
        { key: 'move', label: t('recurring.move'), onClick: () => setAsked('move') },
      ];
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button
          size="small"
          type="text"
          icon={<MoreOutlined />}
          aria-label={t('more', { what: dateText(day.due) })}
        />
      </Dropdown>
      {asked === 'skip' && <SkipDialog series={series} day={day} onClose={close} />}
      {asked === 'move' && <MoveDialog series={series} day={day} onClose={close} />}
    </>
  );
}

function SkipDialog({ series, day, onClose }: OccurrenceProps & { onClose: () => void }) {
  const { t } = useTranslation('billing');
  return (
    <FormDialog
      title={t('recurring.skipTitle', { date: dateText(day.due) })}
      endpoint={recurringInvoices.skip}
      fixed={{ id: series.id, nominal: day.nominal }}
      version={series.version}
      verb={t('recurring.skip')}
      onSaved={onClose}
      onClose={onClose}
    >
      <SkipField name="reason" label={t('reason')}>
        <Input.TextArea autoSize={{ minRows: 2 }} maxLength={500} />
      </SkipField>
    </FormDialog>
  );
}

function MoveDialog({ series, day, onClose }: OccurrenceProps & { onClose: () => void }) {
  const { t } = useTranslation('billing');
  return (
    <FormDialog
      title={t('recurring.moveTitle', { date: dateText(day.due) })}
      endpoint={recurringInvoices.move}
      initial={{ dueOn: day.due }}
      fixed={{ id: series.id, nominal: day.nominal }}
      version={series.version}
      verb={t('recurring.move')}
      onSaved={onClose}
      onClose={onClose}
    >
      <MoveField name="dueOn" label={t('recurring.movedTo')}>
        <DateInput />
      </MoveField>
      <MoveField name="reason" label={t('reason')}>
        <Input.TextArea autoSize={{ minRows: 2 }} maxLength={500} />
      </MoveField>
    </FormDialog>
  );
}
