/** How the client stands to the tax of its country; with the billing entity it decides what an invoice charges. */
export const taxTreatments = [
  'registered',
  'unregistered',
  'composition',
  'sez',
  'overseas',
  'uin_holder',
  'exempt',
  'eu_b2b',
  'consumer',
] as const;
