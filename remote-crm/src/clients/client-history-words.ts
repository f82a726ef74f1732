import { useTranslation } from 'react-i18next';
import { isLanguage } from '@daybook/shared/i18n';
import type { HistoryWords } from '@daybook/shared/history/history-event';
import { languageName } from '@daybook/shared/inputs/code-names';

/** Choices that are stored as a key, and the text group of their labels. */
const choices: Readonly<Record<string, string>> = {
  kind: 'kind',
  taxTreatment: 'taxTreatment',
  reminders: 'reminderMode',
  'address.kind': 'addressKind',
  'contact.sendInvoices': 'contactSend',
  'contact.sendProformas': 'contactSend',
  'contact.sendReceipts': 'contactSend',
  'contact.sendCreditNotes': 'contactSend',
  'contact.sendReminders': 'contactSend',
  'contact.sendStatements': 'contactSend',
};

/** Labels of a client's fields in its history, including those of contacts and addresses. */
export function useClientHistoryWords(): HistoryWords {
  const { t, i18n } = useTranslation('crm');
  const known = (key: string) => (i18n.exists(`crm:${key}`) ? t(key) : null);
  return {
    field: (name) => {
      if (name === 'paymentTermsDays') return t('client.paymentTerms');
      if (name === 'address.regionCode') return t('address.region');
      return known(name.includes('.') ? name : `client.${name}`);
    },
    status: (status) => t(`clientStatus.${status}`),
    value: (field, text) => {
      if (field === 'docLocale' && isLanguage(text)) return languageName(text);
      if (field === 'contact.roles')
        return new Intl.ListFormat(i18n.language, { type: 'unit' }).format(
          text.split(', ').map((role) => t(`contactRole.${role}`)),
        );
      return choices[field] === undefined ? null : known(`${choices[field]}.${text}`);
    },
  };
}
