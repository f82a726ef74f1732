type Input = Record<string, unknown>;

const notified = {
  choices: { task_assigned: { bell: true, mail: 'daily' } },
  quietFrom: '20:00',
  quietTo: '07:00',
  digestAt: '08:00',
};

/** What the settings of the firm take. */
export const ofFirmSettings: Record<string, Input> = {
  'own_notifications.save': notified,
  'firm_notifications.save': notified,
};
