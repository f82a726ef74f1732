/**
 * Why a client gets no reminder from a billing entity, in the order in which it is asked. The parts of `ROWS_…` concern what is
 * owed: the first of them after which nothing is left.
 */
export const whyNot = [
  'DAY_OFF',
  'CLIENT_OFF',
  'CLIENT_PAUSED',
  'NOTHING_OVERDUE',
  'ROWS_OFF',
  'ROWS_DISPUTED',
  'ROWS_PROMISED',
  'ROWS_COVERED',
  'ROWS_CHEQUE',
  'SMALL_BALANCE',
  'BEFORE_FIRST_LEVEL',
  'LAST_LEVEL_SENT',
  'ALREADY_REMINDED',
  'TOO_SOON',
  'NO_MAIL_ADDRESS',
  'NO_POSTAL_ADDRESS',
] as const;
export type WhyNot = (typeof whyNot)[number];
