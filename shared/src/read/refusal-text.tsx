import type { FieldRefusal } from '@daybook/contracts/refusals';
import { isRefusal, type ApiRefusal } from '@daybook/shared/call';
import { formatLocale, i18n } from '@daybook/shared/i18n';

/** Failures without an answer from our server: their messages come from the browser's own texts. */
const ownWords = new Set<ApiRefusal['code']>(['NETWORK', 'UNAVAILABLE']);

/** The message of a refusal: the server's text, in the person's language and with its figures. */
export function refusalText(error: unknown): string {
  if (!isRefusal(error)) return i18n.t('shared:refusal.UNKNOWN');
  return ownWords.has(error.code) ? i18n.t(`shared:refusal.${error.code}`) : error.message;
}

// Dates are formatted here, because the sign-in screens show refusals too and should not load a component for it.
const dateText = (date: string): string =>
  new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );

/** Formats dates in the person's locale. */
const written = (params: FieldRefusal['params']) =>
  Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? dateText(value) : value,
    ]),
  );

/** The message at one field. If its own code has no text, the message of the whole refusal is used. */
export function fieldText({ code, params }: FieldRefusal, refusal?: ApiRefusal): string {
  const key = `shared:field.${code}`;
  if (i18n.exists(key))
    return i18n.t(key, { ...written(params), ...(params?.whoMay && { context: 'except' }) });
  return refusal?.code === code ? refusal.message : i18n.t('shared:field.WRONG_FORMAT');
}
