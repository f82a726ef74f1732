import { useTranslation } from 'react-i18next';

const asOfTask: Readonly<Record<string, string>> = {
  'checklist.title': 'title',
  'checklist.dueOn': 'dueOn',
  'time.billable': 'billable',
};

/** Labels of the fields of a task, its steps and its time entries in the history. */
export function useHistoryWords() {
  const { t, i18n } = useTranslation('tasks');
  const isSaid = (key: string) => i18n.exists(`tasks:${key}`);
  return {
    field: (name: string) => {
      const own = asOfTask[name] ?? name;
      const [of = '', part] = own.split('.');
      if (part === undefined) return isSaid(`field.${own}`) ? t(`field.${own}`) : null;
      if (!isSaid(own)) return null;
      return of === 'time' ? t(`time.${part}`) : t(`checklist.${part}`);
    },
    value: (field: string, text: string) => {
      if (field === 'priority') return t(`priority.${text}`);
      return field === 'checklist.role' ? t(`shared:step.role.${text}`) : null;
    },
    status: (status: string) => t(`status.${status}`),
  };
}
