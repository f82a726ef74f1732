import { useTranslation } from 'react-i18next';
import type { Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { Amount } from '@daybook/shared/record/amount';
import { useChoiceNames } from '@daybook/shared/record/choice-name';
import { DateText } from '@daybook/shared/record/date-text';
import { Facts, RecordScreen, RecordSection } from '@daybook/shared/record/record-screen';
import { NextAction } from './next-action.tsx';

/** An enquiry for people who may read or move it, but not edit it. */
export function EnquiryFacts({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation('crm');
  return (
    <RecordScreen title={t('enquiry.editTitle', { no: enquiry.no, name: enquiry.name })}>
      <RecordSection title={t('enquiry.interest')}>
        <FactsOfEnquiry enquiry={enquiry} />
      </RecordSection>
    </RecordScreen>
  );
}

export function FactsOfEnquiry({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation('crm');
  const names = useChoiceNames();
  const { expectedValue, currency, services } = enquiry;
  return (
    <Facts
      facts={[
        { label: t('enquiry.company'), value: enquiry.company && <bdi>{enquiry.company}</bdi> },
        { label: t('contact.email'), value: enquiry.email },
        { label: t('contact.phone'), value: enquiry.phone && <bdi dir="ltr">{enquiry.phone}</bdi> },
        { label: t('enquiry.taxId'), value: enquiry.taxId && <bdi dir="ltr">{enquiry.taxId}</bdi> },
        { label: t('enquiry.source'), value: names.source(enquiry.source) },
        { label: t('enquiry.referrer'), value: enquiry.referrerClient?.label },
        { label: t('enquiry.date'), value: <DateText date={enquiry.enquiryDate} /> },
        { label: t('enquiry.nextActionOn'), value: <NextAction on={enquiry.nextActionOn} /> },
        { label: t('enquiry.services'), value: services.map(({ label }) => label).join(', ') || null },
        { label: t('enquiry.owner'), value: <bdi>{enquiry.owner.label}</bdi> },
        ...(expectedValue !== null && currency !== null
          ? [
              {
                label: t('enquiry.expectedValue'),
                value: <Amount minor={expectedValue} currency={currency} />,
              },
            ]
          : []),
      ]}
    />
  );
}
