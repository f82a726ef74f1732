import type { Language } from '@daybook/contracts/fields';
import { languages } from '@daybook/contracts/fields';
import type { ReminderTemplate } from '@daybook/contracts/receivables/reminders/reminder-levels';
import { textsOf } from '@daybook/contracts/server-texts';

const texts = textsOf('reminders');

/** The numbers of levels that stand in the order of their days: from 1 after the due date, from 0 downwards before it. */
export function numbersOf(offsets: readonly number[]): number[] {
  const before = offsets.filter((days) => days < 0).length;
  return offsets.map((_days, index) => index + 1 - before);
}

/** The usual text of a level in each language: the first level asks, the last one warns. */
export function usualTemplates(no: number, lastNo: number): Record<Language, ReminderTemplate> {
  const which = no <= 0 ? 'note' : no === 1 ? 'first' : no === lastNo ? 'last' : 'second';
  const template = (language: Language): ReminderTemplate => {
    const { subject, body } = texts[language].usual[which];
    return { subject, body: Object.values(body).join('\n\n') };
  };
  return Object.fromEntries(languages.map((language) => [language, template(language)])) as Record<
    Language,
    ReminderTemplate
  >;
}
