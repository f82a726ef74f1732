import { useTranslation } from 'react-i18next';
import { RecordHistory } from '@daybook/shared/history/history';
import type { HistoryWords } from '@daybook/shared/history/history-event';

/** What the texts call a field, where its name differs. */
const names: Readonly<Record<string, string>> = {
  enquiryDate: 'enquiry.date',
  email: 'contact.email',
  phone: 'contact.phone',
  currency: 'client.currency',
  referrerClient: 'enquiry.referrer',
  convertedClient: 'enquiry.became',
  heldStatus: 'enquiry.status',
};

/** The history of an enquiry, with that of the enquiries merged into it. */
export function EnquiryHistory({ id }: { id: string }) {
  const { t, i18n } = useTranslation('crm');
  const known = (key: string) => (i18n.exists(key) ? t(key as never) : null);
  const words: HistoryWords = {
    field: (name) => known(`crm:${names[name] ?? `enquiry.${name}`}`),
    status: (status) => t(`enquiryStatus.${status}`),
    value: (field, text) => {
      if (field === 'source') return known(`shared:enquirySource.${text}`);
      if (field === 'lostReason') return known(`shared:lostReason.${text}`);
      return field === 'heldStatus' ? t(`enquiryStatus.${text}`) : null;
    },
  };
  return <RecordHistory kind="enquiry" id={id} words={words} />;
}
