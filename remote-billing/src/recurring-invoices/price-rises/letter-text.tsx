import { useTranslation } from 'react-i18next';
import {
  priceRises,
  type PriceLetter,
  type PriceLetterTexts,
  type PriceRise,
} from '@daybook/contracts/crm/price-rises/price-rises';
import { useRead } from '@daybook/shared/read/use-read';
import { MailText } from '../../common/mail-text.tsx';

interface LetterTextProps {
  rise: PriceRise;
  letter: PriceLetter;
  texts: PriceLetterTexts;
  onClose: () => void;
}

/** The letter as a client would read it. */
export function LetterText({ rise, letter: { client, entity }, texts, onClose }: LetterTextProps) {
  const { t } = useTranslation('billing');
  const { data, ...read } = useRead(priceRises.previewLetter, {
    id: rise.id,
    clientId: client.id,
    entityId: entity.id,
    texts,
  });
  return (
    <MailText
      title={t('rise.letterTo', { client: client.label })}
      of={{ ...read, data: data && { ...data, why: null } }}
      reasonOf={() => ''}
      onClose={onClose}
    />
  );
}
