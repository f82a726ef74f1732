import { useTranslation } from 'react-i18next';
import type { FormNote } from '@daybook/contracts/crm/enquiry-form/form-note';
import { languageName } from '@daybook/shared/inputs/code-names';
import styles from './crm.module.css';

/** What came with a message of the enquiry form, below it and in the reader's language. */
export function FormFacts({ form }: { form: FormNote }) {
  const { t } = useTranslation('crm');
  const { name, company, email, phone, services, consent, language } = form;
  const facts = [
    [name, company, email, phone].filter(Boolean).join(', '),
    services.length > 0 && t('formNote.services', { services: services.join(', ') }),
    t('formNote.language', { language: languageName(language) }),
    consent !== null && t('formNote.consent', { text: consent }),
  ].filter((fact) => fact !== false);
  return (
    <ul className={styles.facts}>
      {facts.map((fact) => (
        <li key={fact}>
          <bdi>{fact}</bdi>
        </li>
      ))}
    </ul>
  );
}
