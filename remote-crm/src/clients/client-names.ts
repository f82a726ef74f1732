import { useTranslation } from 'react-i18next';

interface Named {
  clients: readonly { label: string }[];
  /** The number of clients without a name. */
  others: number;
}

/** "Beta, Gamma and 2 others": the clients of a contact, in one line. */
export function useClientNames(): (of: Named) => string {
  const { t, i18n } = useTranslation('crm');
  return ({ clients, others }) =>
    new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format([
      ...clients.map(({ label }) => label),
      ...(others > 0 ? [t('contact.others', { count: others })] : []),
    ]);
}
