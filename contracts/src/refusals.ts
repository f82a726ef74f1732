/** All refusal codes with their HTTP status. A code never changes; its message is translated (docs/rules.md#refusals). */
export const refusals = {
  INPUT_INVALID: 400,
  BODY_MALFORMED: 400,
  IDEMPOTENCY_KEY_INVALID: 400,
  AUTH_INVALID: 401,
  TOKEN_EXPIRED: 401,
  AUTH_OTP_REQUIRED: 401,
  SETUP_TOKEN_INVALID: 403,
  PERM_DENIED: 403,
  LINK_INVALID: 403,
  STEP_OF_ASSIGNEE: 403,
  STEP_OF_REVIEWER: 403,
  PASSWORD_CHANGE_REQUIRED: 403,
  TOTP_ENROL_REQUIRED: 403,
  TOTP_ENFORCED: 403,
  NETWORK_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TOO_SLOW: 408,
  STATE_NOT_ALLOWED: 409,
  ALREADY_EXISTS: 409,
  ALREADY_INVOICED: 409,
  WORK_WITHDRAWN: 409,
  WORK_GIVEN_BACK: 409,
  ALREADY_SET_UP: 409,
  DUPLICATE_PERIOD_TASK: 409,
  IDEMPOTENCY_IN_FLIGHT: 409,
  CHECKLIST_INCOMPLETE: 409,
  REVIEWER_IS_ASSIGNEE: 409,
  REVIEW_OF_OWN_WORK: 409,
  APPROVER_IS_SUBMITTER: 409,
  APPROVER_IS_CLAIMANT: 409,
  OWN_MONEY: 409,
  SETTLED_WITH_OTHERS: 409,
  ASSIGNEE_REQUIRED: 409,
  TASK_UNSEEN: 409,
  DUE_BEFORE_START: 409,
  PERSON_HAS_LEFT: 409,
  TASK_HAS_TIME: 409,
  HOURS_BILLED: 409,
  WEEK_LOCKED: 409,
  TIMER_RUNS: 409,
  PACKAGE_SOLD: 409,
  SERIES_OF_PACKAGE: 409,
  PERIODS_SOLD: 409,
  TIME_OVERLAPS: 409,
  RATES_OVERLAP: 409,
  CHRONOLOGY_VIOLATION: 409,
  REFERENCED: 409,
  CANNOT_BE_MERGED: 409,
  GROUP_HAS_CLIENTS: 409,
  ACCOUNT_POSTED: 409,
  ACCOUNT_IN_USE: 409,
  ACCOUNT_INACTIVE: 409,
  ENTITY_HAS_DRAFTS: 409,
  BASE_CURRENCY_FROZEN: 409,
  SERIES_STARTED: 409,
  SERIES_CIRCLE: 409,
  SERIES_HAS_RUN: 409,
  PRICE_RISE_BILLED: 409,
  PRICE_CHANGED_SINCE: 409,
  TAX_CODE_USED: 409,
  LAST_SUPER_ADMIN: 409,
  TEAM_IN_A_CIRCLE: 409,
  OWN_ACCOUNT: 409,
  SECOND_ADMIN_NEEDED: 409,
  OPENING_LOCKED: 409,
  OPENING_SETTLED: 409,
  CUT_OVER_FIXED: 409,
  CUT_OVER_AFTER_POSTINGS: 409,
  BEFORE_CUT_OVER: 409,
  TAX_PERIOD_EXPORTED: 409,
  APPROVAL_REQUIRED: 409,
  APPROVER_IS_AUTHOR: 409,
  CREDIT_LIMIT: 409,
  CLIENT_ERASED: 409,
  CLIENT_NOT_SETTLED: 409,
  MAIL_NOT_SET_UP: 409,
  ALREADY_SENT: 409,
  REMINDER_NOT_DUE: 409,
  ADDRESSEE_REQUIRED: 409,
  CONTACT_SHARED: 409,
  CONTACT_CHANGED: 409,
  STATEMENT_EMPTY: 409,
  CERTIFICATE_NOT_AWAITED: 409,
  IMPORT_HAS_REFUSED: 409,
  IMPORT_NOT_UNDONE: 409,
  VERSION_CONFLICT: 412,
  BODY_TOO_LARGE: 413,
  FILE_TOO_LARGE: 413,
  CALENDAR_TOO_LARGE: 413,
  CALENDAR_UNREADABLE: 415,
  FILE_KIND: 415,
  FILE_PHOTO_OR_PDF: 415,
  FILE_MACROS: 415,
  FILE_UNREADABLE: 415,
  FILE_INFLATES: 415,
  MEDIA_TYPE_UNSUPPORTED: 415,
  IDEMPOTENCY_MISMATCH: 422,
  NUMBER_FORMAT_TOO_LONG: 422,
  STATEMENT_TOO_LONG: 422,
  FILE_TOO_MANY_ROWS: 422,
  FILE_TOO_MANY_COLUMNS: 422,
  FILE_QUOTES: 422,
  REPORT_TOO_LONG: 422,
  NUMBER_FORMAT_INVALID: 422,
  ALLOC_EXCEEDS_SOURCE: 422,
  ALLOC_EXCEEDS_TARGET: 422,
  NOT_ENOUGH_HELD: 422,
  WRITE_OFF_OVER_LIMIT: 422,
  CURRENCY_MISMATCH: 422,
  ENTITY_MISMATCH: 422,
  CN_EXCEEDS_INVOICE_LINE: 422,
  TAX_ID_CHECKSUM: 422,
  TAX_REGIME_BLOCK: 422,
  REFERENCE_UNKNOWN: 422,
  FILE_REQUIRED: 422,
  PASSWORD_WRONG: 422,
  OTP_WRONG: 422,
  SCOPE_TOO_WIDE: 422,
  GRANT_NOT_HELD: 422,
  PERIOD_LOCKED: 423,
  VERSION_REQUIRED: 428,
  RATE_LIMITED: 429,
  EXPORT_WAITS: 429,
  /** The person has uploaded what one person may in a day. */
  UPLOAD_QUOTA: 429,
  INTERNAL: 500,
  REPLY_INVALID: 500,
  UNAVAILABLE: 503,
} as const;

export type RefusalCode = keyof typeof refusals;

/**
 * Codes that report a fault of the system instead of answering the request. Listed here, so that a browser need not know
 * the status of every code.
 */
export const failures: readonly string[] = [
  'INTERNAL',
  'REPLY_INVALID',
  'UNAVAILABLE',
] satisfies RefusalCode[];

/** What is wrong with one field: a code (`REQUIRED`, `TOO_LONG`, `TAX_ID_CHECKSUM`, …) and the figures of its text. */
export interface FieldRefusal {
  code: string;
  params?: Record<string, string | number>;
}

/** Field name (dotted path, as in the input) → its faults. */
export type FieldRefusals = Record<string, FieldRefusal[]>;

/**
 * A request that is refused, with the reason. Recognised by `code`, never by `instanceof`, which fails across packages
 * (docs/rules.md#refusals).
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly params: Record<string, unknown>;
  readonly fields: FieldRefusals;

  constructor(code: RefusalCode, params: Record<string, unknown> = {}, fields: FieldRefusals = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.params = params;
    this.fields = fields;
  }
}

export const statusOf = (code: RefusalCode): number => refusals[code];

/** A refusal of one field. The field has the code of the refusal, unless a more specific one is given. */
export const refuseField = (
  code: RefusalCode,
  field: string,
  params: Record<string, string | number> = {},
  fieldCode: string = code,
): Refusal => new Refusal(code, params, { [field]: [{ code: fieldCode, params }] });
