import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../form/form-dialog.tsx';
import { FormGroup } from '../form/form-group.tsx';
import type { Import, ImportedKind } from './imported-kind.ts';

interface CheckDialogProps {
  kind: ImportedKind;
  of: Import;
  onClose: () => void;
}

/** The field of each column, and what the import may do. Saving is the dry run, which changes nothing. */
export function CheckDialog({ kind, of, onClose }: CheckDialogProps) {
  const { t } = useTranslation('import-screens');
  const columns = of.headings.map((heading, at) => ({ key: `${at}`, heading, at }));
  const initial = { columns: of.columns.map((field) => field ?? ''), rules: of.rules };
  return (
    <FormDialog
      title={t('columnsAndRules')}
      consequence={t('checkHint')}
      verb={t('check')}
      endpoint={kind.endpoints.check}
      initial={initial}
      fixed={{ id: of.id }}
      width={720}
      onSaved={onClose}
      onClose={onClose}
    >
      <FormGroup title={t('rules')}>
        <kind.RuleFields />
      </FormGroup>
      <FormGroup title={t('columns')}>
        {columns.map(({ key, heading, at }) => (
          <Column key={key} kind={kind} of={of} heading={heading} at={at} />
        ))}
      </FormGroup>
    </FormDialog>
  );
}

interface ColumnProps {
  kind: ImportedKind;
  of: Import;
  heading: string;
  at: number;
}

function Column({ kind, of, heading, at }: ColumnProps) {
  const { t } = useTranslation('import-screens');
  const samples = of.samples.flatMap((cells) => cells[at] || []);
  const options = [
    { value: '', label: t('leaveOut') },
    ...of.fields.map(({ name, label }) => ({ value: name, label })),
  ];
  return (
    <kind.Field
      name={['columns', at]}
      label={heading || t('columnNo', { no: at + 1 })}
      {...(samples.length > 0 && { hint: samples.join(' · ') })}
    >
      <Select showSearch={{ optionFilterProp: 'label' }} options={options} />
    </kind.Field>
  );
}
