import { useTranslation } from 'react-i18next';
import type { EnquiryRow } from '@daybook/contracts/crm/enquiries/enquiries';
import type { CardKind } from '@daybook/shared/board/board-card';
import { CardDate, CardFacts, CardLine } from '@daybook/shared/board/card-parts';
import { Amount } from '@daybook/shared/record/amount';
import { dateText } from '@daybook/shared/record/date-text';
import { today } from '@daybook/shared/today';
import { enquiryAddress } from '../../addresses.ts';

function EnquiryContent({ row }: { row: EnquiryRow }) {
  const { t } = useTranslation('crm');
  const { company, name, nextActionOn, expectedValue, currency, owner } = row;
  const isLate = nextActionOn !== null && nextActionOn < today();
  return (
    <>
      {company !== null && <CardLine>{name}</CardLine>}
      <CardFacts>
        {nextActionOn !== null && (
          <CardDate date={nextActionOn} isLate={isLate}>
            <bdi>{dateText(nextActionOn)}</bdi>
            {isLate && ` ${t('enquiry.overdue')}`}
          </CardDate>
        )}
        {expectedValue !== null && currency !== null && <Amount minor={expectedValue} currency={currency} />}
      </CardFacts>
      <CardLine>{owner.label}</CardLine>
    </>
  );
}

export const enquiryCard: CardKind<EnquiryRow> = {
  titleOf: ({ company, name }) => company ?? name,
  addressOf: ({ id }) => enquiryAddress(id),
  Content: EnquiryContent,
  isDangerous: (to) => to === 'lost',
};
