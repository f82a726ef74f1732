import type { z } from 'zod';
import type { FieldRefusal, FieldRefusals } from './refusals.ts';

/** Turns zod's issues into field refusals: dotted path → code and parameters. The server and the forms use the same codes. */
export function fieldRefusals(error: z.ZodError, input: unknown): FieldRefusals {
  const found: FieldRefusals = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) found[[...issue.path, key].join('.')] = [{ code: 'UNKNOWN_FIELD' }];
      continue;
    }
    (found[issue.path.join('.')] ??= []).push(refusalOf(issue, valueAt(input, issue.path)));
  }
  return found;
}

/** A schema gives a refusal code as its message: `.regex(…, 'PHONE_E164')`. */
const ownCode = /^[A-Z][A-Z0-9_]+$/;

const formatCodes: Record<string, string> = {
  email: 'EMAIL_INVALID',
  date: 'DATE_INVALID',
  datetime: 'DATE_INVALID',
  uuid: 'NOT_A_CHOICE',
};

function refusalOf(issue: z.core.$ZodIssue, value: unknown): FieldRefusal {
  const isAbsent = value === undefined || value === null || value === '';
  if (ownCode.test(issue.message)) {
    return { code: issue.message, ...(issue.code === 'custom' && figuresOf(issue.params)) };
  }
  if (isAbsent) return { code: 'REQUIRED' };
  switch (issue.code) {
    case 'invalid_format':
      return { code: formatCodes[issue.format] ?? 'WRONG_FORMAT' };
    case 'invalid_type':
      return { code: 'WRONG_TYPE' };
    case 'invalid_value':
      return { code: 'NOT_A_CHOICE' };
    case 'too_small':
      return { code: smallCodes[issue.origin] ?? 'TOO_SMALL', params: { minimum: Number(issue.minimum) } };
    case 'too_big':
      return { code: bigCodes[issue.origin] ?? 'TOO_BIG', params: { maximum: Number(issue.maximum) } };
    default:
      return { code: 'WRONG_FORMAT' };
  }
}

const smallCodes: Record<string, string> = { string: 'TOO_SHORT', array: 'TOO_FEW' };
const bigCodes: Record<string, string> = { string: 'TOO_LONG', array: 'TOO_MANY' };

const figuresOf = (params: Record<string, unknown> | undefined) =>
  params === undefined ? {} : { params: params as Record<string, string | number> };

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  );
