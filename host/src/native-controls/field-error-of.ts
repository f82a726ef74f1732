import { isRefusal } from '@daybook/shared/call';
import { fieldText } from '@daybook/shared/read/refusal-text';

/** The message for what is wrong with one field. */
export function fieldErrorOf(error: unknown, field: string): string | undefined {
  const [first] = isRefusal(error) ? (error.fields[field] ?? []) : [];
  return first && isRefusal(error) ? fieldText(first, error) : undefined;
}

/** The error that belongs to none of these fields. */
export const otherError = (error: unknown, fields: readonly string[]): unknown =>
  fields.some((field) => fieldErrorOf(error, field) !== undefined) ? null : error;
