import { useTranslation } from 'react-i18next';
import type { EnquirySource, LostReason } from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';

/** The names of sources and lost reasons: as the firm named them, or a usual entry in the reader's language. */
export function useChoiceNames() {
  const { t } = useTranslation('shared');
  return {
    source: ({ name, usual }: Pick<EnquirySource, 'name' | 'usual'>): string =>
      name ?? t(`enquirySource.${usual}`),
    reason: ({ name, usual }: Pick<LostReason, 'name' | 'usual'>): string => name ?? t(`lostReason.${usual}`),
  };
}
