import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { RefusedAddresses } from '@daybook/shared/record/refused-addresses';
import { LongText } from '@daybook/shared/inputs/long-text';

interface Contact {
  name: string;
  email: string;
  send: 'to' | 'cc' | 'none';
}

interface Draft {
  contacts: readonly Contact[];
  subject: string;
  body: string;
}

const addressesOf = ({ contacts }: Draft, send: 'to' | 'cc') =>
  contacts.filter((contact) => contact.send === send).map(({ email }) => email);

/** The values with which the form of a mail begins. */
export const mailValues = (draft: Draft) => ({
  sentTo: addressesOf(draft, 'to'),
  copiedTo: addressesOf(draft, 'cc'),
  subject: draft.subject,
  body: draft.body,
});

interface FieldProps {
  name: 'sentTo' | 'copiedTo' | 'subject' | 'body';
  label: string;
  children: ReactElement;
}

interface MailFieldsProps {
  /** The field component of the endpoint that sends the mail. */
  field: (props: FieldProps) => ReactElement;
  /** Offered as addresses; others can be typed. */
  contacts: readonly Contact[];
}

/** Recipients, subject and text of a mail to a client. */
export function MailFields({ field: Field, contacts }: MailFieldsProps) {
  const { t } = useTranslation('billing');
  const sentTo = Form.useWatch<string[] | undefined>('sentTo') ?? [];
  const copiedTo = Form.useWatch<string[] | undefined>('copiedTo') ?? [];
  const addresses = (
    <Select
      mode="tags"
      options={contacts.map(({ name, email }) => ({ value: email, label: `${name} <${email}>` }))}
      tokenSeparators={[',', ';', ' ']}
      popupMatchSelectWidth={false}
    />
  );
  return (
    <>
      <Field name="sentTo" label={t('send.to')}>
        {addresses}
      </Field>
      <Field name="copiedTo" label={t('send.cc')}>
        {addresses}
      </Field>
      <RefusedAddresses of={[...sentTo, ...copiedTo]} />
      <Field name="subject" label={t('send.subject')}>
        <Input maxLength={200} />
      </Field>
      <Field name="body" label={t('send.body')}>
        <LongText rows={[6, 16]} maxLength={10_000} />
      </Field>
    </>
  );
}
