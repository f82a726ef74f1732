import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import Spin from 'antd/es/spin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contacts, type ContactRow } from '@daybook/contracts/crm/contacts/contacts';
import { Email, Phone } from '@daybook/contracts/fields';
import { usePause } from '@daybook/shared/inputs/use-pause';
import { useRead } from '@daybook/shared/read/use-read';
import styles from '../crm.module.css';

interface Row {
  id?: string;
  email?: string | null;
  phone?: string | null;
}

/** The values of a row for a person who is a contact already. */
const rowOf = ({ id, version, name, email, phone }: ContactRow) => ({
  id,
  seenVersion: version,
  name,
  email,
  phone,
});

const describe = ({ name, email, phone, clients }: ContactRow): string =>
  [name, email ?? phone, clients.map(({ label }) => label).join(', ')].filter(Boolean).join(' · ');

interface ExistingContactProps {
  /** The rows of contacts, which the form passes. */
  value?: Row[];
  onChange?: (rows: Row[]) => void;
}

/** Adds a row for a person who is a contact of another client, found by name, e-mail or telephone. */
export function ExistingContact({ value, onChange }: ExistingContactProps) {
  const { t } = useTranslation('crm');
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const q = usePause(typed);
  const { data } = useRead(contacts.list, isOpen ? { ...(q !== '' && { q }) } : null);
  const taken = new Set(value?.map(({ id }) => id));
  // What is shown answers what is typed, so that Enter never picks somebody of an earlier search.
  const rows = q === typed ? data?.rows : undefined;
  const found = (rows ?? []).filter(({ id }) => !taken.has(id));
  return (
    <Select<string>
      aria-label={t('contact.choose')}
      placeholder={t('contact.choose')}
      value={null}
      popupMatchSelectWidth={false}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setTyped('');
      }}
      options={found.map((row) => ({ value: row.id, label: describe(row) }))}
      notFoundContent={rows === undefined ? <Spin size="small" /> : t('contact.noneFound')}
      onChange={(id) => {
        const row = found.find((one) => one.id === id);
        if (row) onChange?.([...(value ?? []), rowOf(row)]);
      }}
    />
  );
}

/** People with the e-mail or telephone that is typed, who are likely the person meant. Requested once one of the two is valid. */
export function LikelySame({ index }: { index: number }) {
  const { t } = useTranslation('crm');
  const form = Form.useFormInstance();
  const row = Form.useWatch<Row | undefined>(['contacts', index], { form, preserve: true });
  const wanted = usePause(
    JSON.stringify([Email.safeParse(row?.email).data, Phone.safeParse(row?.phone).data]),
  );
  const [email, phone] = JSON.parse(wanted) as [string | null, string | null];
  const isAsked = email !== null || phone !== null;
  const asked = { ...(email !== null && { email }), ...(phone !== null && { phone }) };
  const { data } = useRead(contacts.likely, isAsked ? asked : null);
  const rows = form.getFieldValue('contacts') as Row[] | undefined;
  const found = (data ?? []).filter(({ id }) => rows?.some((one) => one.id === id) !== true);
  if (!isAsked || found.length === 0) return null;
  return (
    <Alert
      type="info"
      showIcon
      className={styles.hint ?? ''}
      title={t('contact.likely')}
      description={
        <ul className={styles.list} aria-label={t('contact.likely')}>
          {found.map((person) => (
            <li key={person.id} className={styles.row}>
              <bdi>{describe(person)}</bdi>
              <Button
                size="small"
                aria-label={t('contact.useNamed', { name: person.name })}
                onClick={() => form.setFieldValue(['contacts', index], { ...row, ...rowOf(person) })}
              >
                {t('contact.use')}
              </Button>
            </li>
          ))}
        </ul>
      }
    />
  );
}
