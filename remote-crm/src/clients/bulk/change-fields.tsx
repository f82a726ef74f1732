import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  clientChangeFields,
  type ClientChange,
  type ClientChangeField,
} from '@daybook/contracts/crm/clients/client-bulk';
import { clients } from '@daybook/contracts/crm/clients/clients';
import type { LookupKind } from '@daybook/contracts/lookups';
import { reminderModes } from '@daybook/contracts/reminders';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { Lookup, LookupMany } from '@daybook/shared/inputs/lookup';
import { LanguageSelect } from '@daybook/shared/inputs/named-select';
import { useRead } from '@daybook/shared/read/use-read';
import styles from '../../crm.module.css';

interface FieldsProps {
  change: ClientChange | null;
  onChange: (change: ClientChange) => void;
}

type Of<Field extends ClientChangeField> = Extract<ClientChange, { field: Field }>;

/** The change with which each field begins; null until something is entered. */
const beginning: Record<ClientChangeField, ClientChange> = {
  crm: { field: 'crm', id: '' },
  manager: { field: 'manager', id: null },
  executives: { field: 'executives', add: [], remove: [] },
  departments: { field: 'departments', add: [], remove: [] },
  group: { field: 'group', id: null },
  tags: { field: 'tags', add: [], remove: [] },
  paymentTerms: { field: 'paymentTerms', days: 30 },
  reminders: { field: 'reminders', reminders: 'on', remindersPausedUntil: null },
  docLocale: { field: 'docLocale', language: 'en' },
};

/** Whether enough is entered to ask what the change would do. */
export function isWhole(change: ClientChange): boolean {
  if (change.field === 'crm') return change.id !== '';
  if ('add' in change) return change.add.length + change.remove.length > 0;
  if (change.field === 'reminders')
    return change.reminders !== 'paused' || change.remindersPausedUntil !== null;
  return true;
}

/** What to change, and to which value. */
export function ChangeFields({ change, onChange }: FieldsProps) {
  const { t } = useTranslation('crm');
  const label = t('clientBulk.field');
  const names: Record<ClientChangeField, string> = {
    crm: t('client.crm'),
    manager: t('client.manager'),
    executives: t('client.executives'),
    departments: t('client.departments'),
    group: t('client.group'),
    tags: t('client.tags'),
    paymentTerms: t('client.paymentTerms'),
    reminders: t('client.reminders'),
    docLocale: t('client.docLocale'),
  };
  return (
    <div className={styles.stack}>
      <Labelled label={label}>
        {(id) => (
          <Select
            id={id}
            value={change?.field}
            onChange={(field: ClientChangeField) => onChange(beginning[field])}
            options={clientChangeFields.map((value) => ({ value, label: names[value] }))}
          />
        )}
      </Labelled>
      {change !== null && <Value change={change} onChange={onChange} name={names[change.field]} />}
    </div>
  );
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={styles.stack}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

interface ValueProps {
  change: ClientChange;
  onChange: (change: ClientChange) => void;
  name: string;
}

function Value({ change, onChange, name }: ValueProps) {
  const { t } = useTranslation('crm');
  switch (change.field) {
    case 'crm':
      return (
        <Labelled label={name}>
          {(id) => (
            <Lookup
              id={id}
              kind="crm"
              value={change.id || null}
              onChange={(next) => onChange({ ...change, id: next ?? '' })}
            />
          )}
        </Labelled>
      );
    case 'manager':
    case 'group':
      return (
        <Labelled label={t('clientBulk.orNone', { name })}>
          {(id) => (
            <Lookup
              id={id}
              kind={change.field === 'group' ? 'client_group' : 'manager'}
              value={change.id}
              onChange={(next) => onChange({ ...change, id: next ?? null })}
            />
          )}
        </Labelled>
      );
    case 'executives':
      return <Several kind="executive" change={change} onChange={onChange} />;
    case 'departments':
      return <Several kind="department" change={change} onChange={onChange} />;
    case 'tags':
      return <Tags change={change} onChange={onChange} />;
    case 'paymentTerms':
      return (
        <Labelled label={name}>
          {(id) => (
            <InputNumber
              id={id}
              min={0}
              max={365}
              precision={0}
              value={change.days}
              onChange={(days) => onChange({ ...change, days: days ?? 0 })}
            />
          )}
        </Labelled>
      );
    case 'docLocale':
      return (
        <Labelled label={name}>
          {(id) => (
            <LanguageSelect
              id={id}
              value={change.language}
              onChange={(language) =>
                onChange({ ...change, language: (language ?? 'en') as Of<'docLocale'>['language'] })
              }
            />
          )}
        </Labelled>
      );
    default:
      return <ReminderValue change={change} onChange={onChange} name={name} />;
  }
}

function Several({
  kind,
  change,
  onChange,
}: {
  kind: LookupKind;
  change: Of<'executives' | 'departments'>;
  onChange: (change: ClientChange) => void;
}) {
  const { t } = useTranslation('crm');
  return (
    <>
      {(['add', 'remove'] as const).map((part) => (
        <Labelled key={part} label={t(`clientBulk.${part}`)}>
          {(id) => (
            <LookupMany
              id={id}
              kind={kind}
              value={change[part]}
              onChange={(ids) => onChange({ ...change, [part]: ids })}
            />
          )}
        </Labelled>
      ))}
    </>
  );
}

function Tags({ change, onChange }: { change: Of<'tags'>; onChange: (change: ClientChange) => void }) {
  const { t } = useTranslation('crm');
  const { data } = useRead(clients.tags, {});
  const options = (data?.tags ?? []).map((value) => ({ value, label: value }));
  return (
    <>
      {(['add', 'remove'] as const).map((part) => (
        <Labelled key={part} label={t(`clientBulk.${part}`)}>
          {(id) => (
            <Select
              id={id}
              mode={part === 'add' ? 'tags' : 'multiple'}
              tokenSeparators={[',', '、', '，']}
              options={options}
              value={change[part]}
              onChange={(tags: string[]) => onChange({ ...change, [part]: tags })}
            />
          )}
        </Labelled>
      ))}
    </>
  );
}

function ReminderValue({
  change,
  onChange,
  name,
}: {
  change: Of<'reminders'>;
  onChange: (change: ClientChange) => void;
  name: string;
}) {
  const { t } = useTranslation('crm');
  return (
    <>
      <Labelled label={name}>
        {(id) => (
          <Select
            id={id}
            value={change.reminders}
            onChange={(reminders: Of<'reminders'>['reminders']) =>
              onChange({ ...change, reminders, remindersPausedUntil: null })
            }
            options={reminderModes.map((value) => ({ value, label: t(`reminderMode.${value}`) }))}
          />
        )}
      </Labelled>
      {change.reminders === 'paused' && (
        <Labelled label={t('client.remindersPausedUntil')}>
          {(id) => (
            <DateInput
              id={id}
              value={change.remindersPausedUntil}
              onChange={(day) => onChange({ ...change, remindersPausedUntil: day ?? null })}
            />
          )}
        </Labelled>
      )}
    </>
  );
}
