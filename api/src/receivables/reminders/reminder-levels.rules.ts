import type { Language } from '@daybook/contracts/fields';
import { languages } from '@daybook/contracts/fields';
import type { UsualText } from '@daybook/contracts/receivables/reminders/level-numbers';
import type { ReminderTemplate } from '@daybook/contracts/receivables/reminders/reminder-levels';
import { textsOf } from '@daybook/contracts/server-texts';

const texts = textsOf('reminders');

/** A usual text in each language. */
export function usualTemplates(which: UsualText): Record<Language, ReminderTemplate> {
  const template = (language: Language): ReminderTemplate => {
    const { subject, body } = texts[language].usual[which];
    return { subject, body: Object.values(body).join('\n\n') };
  };
  return Object.fromEntries(languages.map((language) => [language, template(language)])) as Record<
    Language,
    ReminderTemplate
  >;
}
