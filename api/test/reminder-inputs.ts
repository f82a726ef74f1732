type Input = Record<string, unknown>;

/** Valid inputs for the levels of reminders, and for reminders themselves. */
export const ofReminders = ({
  clientId,
  entityId,
}: {
  clientId: string;
  entityId: string;
}): Record<string, Input> => ({
  'reminders.list': { pageSize: 5 },
  'reminders.preview': { clientIds: [clientId] },
  'reminders.exportPreview': { filter: { clientId }, format: 'csv' },
  'reminders.read': { clientId, entityId },
  'reminders.send': { clientId, entityId },
  'reminders.start': { items: [{ clientId, entityId }] },
  'reminder_levels.edit': {
    mode: 'propose',
    levels: [
      { name: 'Before the due date', offsetDays: -3 },
      { name: 'Reminder', offsetDays: 7, templates: { en: null, zh: null, fr: null, ja: null } },
    ],
  },
  'reminder_levels.preview': {
    language: 'en',
    template: { subject: 'Reminder of {{entity}}', body: 'Dear {{contact}},\n\n{{documents}}' },
    levelName: 'Reminder',
  },
});
