type Input = Record<string, unknown>;

const notified = {
  choices: { task_assigned: { bell: true, mail: 'daily' } },
  quietFrom: '20:00',
  quietTo: '07:00',
  digestAt: '08:00',
};

const template = {
  logoPlace: 'end',
  hiddenColumns: ['number'],
  accent: '#14532d',
  footers: { en: 'Thank you', zh: null, fr: null, ja: null },
};

/** What the settings of the firm take. */
export const ofFirmSettings: Record<string, Input> = {
  'own_notifications.save': notified,
  'firm_notifications.save': notified,
  'document_templates.save': template,
  'document_templates.preview': { ...template, language: 'en' },
  'firm.save': { name: 'Rao & Partners' },
  'security.save': {
    totpRequired: [],
    idleMinutes: 30,
    sessionHours: 10,
    allowedNetworks: ['203.0.113.0/24'],
    auditHeadTo: ['auditor@example.com'],
  },
  'mail_settings.saveServer': {
    host: 'mail.firm.test',
    port: 587,
    security: 'starttls',
    username: 'office',
    password: 'a secret of the mail server',
    sender: 'office@firm.test',
  },
  'mail_settings.save': {
    replyTo: 'office@firm.test',
    signatures: { en: 'The firm', zh: null, fr: null, ja: null },
  },
};
