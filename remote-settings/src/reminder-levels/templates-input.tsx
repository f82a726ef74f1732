import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Segmented from 'antd/es/segmented';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages, type Language } from '@daybook/contracts/fields';
import type {
  ReminderLevel,
  ReminderLevelInput,
  ReminderTemplate,
} from '@daybook/contracts/receivables/reminders/reminder-levels';
import { ErrorsContext } from '@daybook/shared/form/field';
import { languageName } from '@daybook/shared/inputs/code-names';
import type { FieldControl } from '@daybook/shared/inputs/typed-input';
import { LongText } from '@daybook/shared/inputs/long-text';
import { TemplatePart } from './template-part.tsx';
import { Placeholders } from './placeholders.tsx';
import { TemplatePreview } from './template-preview.tsx';
import styles from './levels.module.css';

type Templates = ReminderLevelInput['templates'];

const none: Templates = { en: null, zh: null, fr: null, ja: null };

interface TemplatesInputProps extends FieldControl<Templates> {
  /** Of the texts in the form's input. */
  path: string;
  /** The place of the level. */
  index: number;
  entityId: string;
  usual: ReminderLevel['usualTemplates'];
}

/** The text of a level, one language at a time: its own, or the usual one. */
export function TemplatesInput({
  path,
  index,
  entityId,
  usual,
  value = none,
  onChange,
}: TemplatesInputProps) {
  const { t, i18n } = useTranslation('settings');
  const errors = useContext(ErrorsContext);
  const own = languages.find((one) => one === i18n.language) ?? 'en';
  const [chosen, setChosen] = useState<Language>(own);
  const [isPreviewed, setPreviewed] = useState(false);
  const isWrong = (one: Language) => Object.keys(errors).some((field) => field.startsWith(`${path}.${one}.`));
  // The tab opens on the first language whose text has an error.
  const language = isWrong(chosen) ? chosen : (languages.find(isWrong) ?? chosen);
  const template = value[language];
  const put = (next: ReminderTemplate | null) => onChange?.({ ...value, [language]: next });
  return (
    <div className={styles.templates}>
      <Segmented<Language>
        aria-label={t('reminders.language')}
        value={language}
        onChange={setChosen}
        options={languages.map((one) => ({ value: one, label: languageName(one) }))}
      />
      {template === null ? (
        <UsualText template={usual[language]} language={language} />
      ) : (
        <OwnText path={`${path}.${language}`} language={language} template={template} onChange={put} />
      )}
      <div className={styles.steps}>
        <Button size="small" onClick={() => put(template === null ? usual[language] : null)}>
          {template === null ? t('reminders.change') : t('reminders.useUsual')}
        </Button>
        <Button size="small" onClick={() => setPreviewed(true)}>
          {t('reminders.preview')}
        </Button>
      </div>
      {isPreviewed && (
        <Previewed
          index={index}
          entityId={entityId}
          language={language}
          template={template ?? usual[language]}
          onClose={() => setPreviewed(false)}
        />
      )}
    </div>
  );
}

interface OwnTextProps {
  path: string;
  language: Language;
  template: ReminderTemplate;
  onChange: (template: ReminderTemplate) => void;
}

function OwnText({ path, language, template, onChange }: OwnTextProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      <TemplatePart path={`${path}.subject`} label={t('reminders.subject')}>
        {(id) => (
          <Input
            id={id}
            maxLength={200}
            lang={language}
            value={template.subject}
            onChange={({ target }) => onChange({ ...template, subject: target.value })}
          />
        )}
      </TemplatePart>
      <TemplatePart path={`${path}.body`} label={t('reminders.body')}>
        {(id) => (
          <LongText
            id={id}
            maxLength={5000}
            lang={language}
            rows={[6, 20]}
            value={template.body}
            onChange={({ target }) => onChange({ ...template, body: target.value })}
          />
        )}
      </TemplatePart>
      <Placeholders />
    </>
  );
}

function UsualText({
  template: { subject, body },
  language,
}: {
  template: ReminderTemplate;
  language: Language;
}) {
  const { t } = useTranslation('settings');
  return (
    <div className={styles.usual}>
      <p>{t('reminders.isUsual')}</p>
      <div lang={language}>
        <strong>{subject}</strong>
        <p className={styles.body}>{body}</p>
      </div>
    </div>
  );
}

interface PreviewedProps {
  index: number;
  entityId: string;
  language: Language;
  template: ReminderTemplate;
  onClose: () => void;
}

function Previewed({ index, ...rest }: PreviewedProps) {
  const name: unknown = Form.useFormInstance().getFieldValue(['levels', index, 'name']);
  return <TemplatePreview {...rest} levelName={typeof name === 'string' ? name : ''} />;
}
