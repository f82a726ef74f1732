import Button from 'antd/es/button';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ageingSetting } from '@daybook/contracts/receivables/outstanding/ageing-setting';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { notify } from '@daybook/shared/notify';
import { Can } from '@daybook/shared/record/can';
import { useRead } from '@daybook/shared/read/use-read';

const Field = fieldOf(ageingSetting.save);

/** For those who keep the firm's settings: the buckets by which every report ages what clients owe. */
export function BucketsButton() {
  const { t } = useTranslation('billing');
  const [isOpen, setOpen] = useState(false);
  return (
    <Can do="setting">
      <Button onClick={() => setOpen(true)}>{t('outstandingReport.buckets')}</Button>
      {isOpen && <BucketsDialog onClose={() => setOpen(false)} />}
    </Can>
  );
}

function BucketsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { data } = useRead(ageingSetting.open, {});
  if (data === undefined) return null;
  return (
    <FormDialog
      title={t('outstandingReport.bucketsEdit')}
      endpoint={ageingSetting.save}
      initial={{ bounds: data.bounds }}
      version={data.version}
      verb={t('shared:form.save')}
      onSaved={() => {
        notify.success(t('outstandingReport.bucketsSaved'));
        onClose();
      }}
      onClose={onClose}
    >
      <Field
        name="bounds"
        label={t('outstandingReport.buckets')}
        hint={t('outstandingReport.bucketsHelp')}
        isWide
      >
        <DaysInput />
      </Field>
    </FormDialog>
  );
}

interface DaysInputProps {
  value?: readonly unknown[];
  onChange?: (days: unknown[]) => void;
}

/** Numbers separated by commas. What is no number is sent as it was typed, and refused on the field. */
function DaysInput({ value, onChange, ...rest }: DaysInputProps) {
  const [typed, setTyped] = useState(value?.join(', ') ?? '');
  return (
    <Input
      {...rest}
      inputMode="numeric"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        const parts = target.value.split(/[\s,;、，]+/).filter((part) => part !== '');
        onChange?.(parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part)));
      }}
    />
  );
}
