/** How the client is taxed in its country. Together with the billing entity, this decides which tax an invoice charges. */
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
