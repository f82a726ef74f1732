import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Segmented from 'antd/es/segmented';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  PriceLetterTexts,
  priceLetterTokens,
  priceRises,
  type PriceLetter,
  type PriceRise,
} from '@daybook/contracts/crm/price-rises/price-rises';
import { languages, type Language } from '@daybook/contracts/fields';
import { ErrorsContext, fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { languageName } from '@daybook/shared/inputs/code-names';
import { notify } from '@daybook/shared/notify';
import { LongText } from '@daybook/shared/inputs/long-text';
import { LetterText } from './letter-text.tsx';
import styles from './price-rises.module.css';

interface LetterDialogProps {
  rise: PriceRise;
  texts: PriceLetterTexts;
  letters: readonly PriceLetter[];
  onClose: () => void;
}

const Field = fieldOf(priceRises.sendLetters);

/** The text of the letters in each language. Each client who has not had its letter gets the one in its language. */
export function LetterDialog({ rise, texts, letters, onClose }: LetterDialogProps) {
  const { t } = useTranslation('billing');
  return (
    <FormDialog
      title={t('rise.send')}
      consequence={t('rise.sendMeans')}
      endpoint={priceRises.sendLetters}
      initial={{ texts }}
      fixed={{ id: rise.id }}
      version={rise.version}
      verb={t('rise.send')}
      width={720}
      onSaved={() => {
        notify.success(t('rise.sending'));
        onClose();
      }}
      onClose={onClose}
    >
      <Texts rise={rise} letters={letters} />
    </FormDialog>
  );
}

function Texts({ rise, letters }: Pick<LetterDialogProps, 'rise' | 'letters'>) {
  const { t, i18n } = useTranslation('billing');
  const errors = useContext(ErrorsContext);
  const used = languages.filter((one) => letters.some(({ language }) => language === one));
  const own = [...used, ...languages].find((one) => one === i18n.language) ?? used[0] ?? 'en';
  const [chosen, setChosen] = useState<Language>(own);
  const isWrong = (one: Language) => Object.keys(errors).some((field) => field.startsWith(`texts.${one}.`));
  // The first language whose text has an error is shown.
  const language = isWrong(chosen) ? chosen : (languages.find(isWrong) ?? chosen);
  const example = letters.find((one) => one.state === 'open' && one.language === language);
  return (
    <div className={styles.letter}>
      <Segmented<Language>
        aria-label={t('field.docLocale')}
        value={language}
        onChange={setChosen}
        options={languages.map((one) => ({ value: one, label: languageName(one) }))}
      />
      <div key={language}>
        <Field name={['texts', language, 'subject']} label={t('rise.subject')} isRequired>
          <Input maxLength={200} lang={language} dir="auto" />
        </Field>
        <Field name={['texts', language, 'body']} label={t('rise.body')} isRequired>
          <LongText maxLength={5000} lang={language} dir="auto" rows={[8, 20]} />
        </Field>
      </div>
      <p>
        {t('rise.tokens')} <bdi>{priceLetterTokens.map((token) => `{{${token}}}`).join(', ')}</bdi>
      </p>
      {example && <Example rise={rise} letter={example} />}
    </div>
  );
}

/** The letter of one client in the language, with the text as it is typed. */
function Example({ rise, letter }: { rise: PriceRise; letter: PriceLetter }) {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance();
  const [read, setRead] = useState<PriceLetterTexts | null>(null);
  const show = () => {
    const { data } = PriceLetterTexts.safeParse(form.getFieldValue('texts'));
    // What is wrong with the text is said when it is sent.
    if (data) setRead(data);
    else form.submit();
  };
  return (
    <>
      <Button onClick={show}>{t('rise.readAs', { client: letter.client.label })}</Button>
      {read !== null && <LetterText rise={rise} letter={letter} texts={read} onClose={() => setRead(null)} />}
    </>
  );
}
