const letter = {
  nth: 1,
  sentTo: ['payer@client.example'],
  subject: 'Your invoice',
  body: 'Please find it enclosed.',
};
/** What the mails of documents take. */
export const letters: Record<string, Record<string, unknown>> = Object.fromEntries(
  ['invoice', 'proforma', 'receipt', 'credit_note'].map((kind) => [`${kind}_mails.send`, letter]),
);
