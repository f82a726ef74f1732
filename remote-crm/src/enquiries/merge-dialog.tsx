import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enquiries, type Enquiry, type EnquiryRow } from '@daybook/contracts/crm/enquiries/enquiries';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { usePause } from '@daybook/shared/inputs/use-pause';
import { notify } from '@daybook/shared/notify';
import { useRead } from '@daybook/shared/read/use-read';

const Field = fieldOf(enquiries.merge);

interface MergeDialogProps {
  enquiry: Enquiry;
  onClose: () => void;
}

/** Chooses the enquiry that is merged into this one. */
export function MergeDialog({ enquiry: { id, no, version }, onClose }: MergeDialogProps) {
  const { t } = useTranslation('crm');
  const [other, setOther] = useState<EnquiryRow | null>(null);
  return (
    <FormDialog
      title={t('merge.question', { no })}
      consequence={t('merge.means')}
      verb={t('merge.verb')}
      isDangerous
      endpoint={enquiries.merge}
      fixed={{ id, ...(other !== null && { otherVersion: other.version }) }}
      version={version}
      onSaved={() => {
        notify.success(t('merge.done', { other: other?.no ?? '', no }));
        onClose();
      }}
      onClose={onClose}
    >
      <Field name="otherId" label={t('merge.other')} isRequired>
        <OtherSelect without={id} onPick={setOther} />
      </Field>
    </FormDialog>
  );
}

interface OtherSelectProps {
  without: string;
  onPick: (enquiry: EnquiryRow | null) => void;
  value?: string;
  id?: string;
  onChange?: (id: string) => void;
}

/** Finds enquiries by number, name, company, e-mail or phone. A won one cannot be merged into another. */
function OtherSelect({ without, onPick, value, id, onChange }: OtherSelectProps) {
  const [typed, setTyped] = useState('');
  const q = usePause(typed);
  const { data } = useRead(enquiries.list, q === '' ? {} : { q });
  const rows = (data?.rows ?? []).filter((row) => row.id !== without && row.status !== 'won');
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      {...(value !== undefined && { value })}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={rows.map((row) => ({
        value: row.id,
        label: `${row.no} ${row.company === null ? row.name : `${row.company} (${row.name})`}`,
      }))}
      onChange={(chosen) => {
        onPick(rows.find((row) => row.id === chosen) ?? null);
        onChange?.(chosen);
      }}
    />
  );
}
