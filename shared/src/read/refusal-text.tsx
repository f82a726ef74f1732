import type { FieldRefusal } from '@daybook/contracts/refusals';
import { isRefusal, type ApiRefusal } from '@daybook/shared/call';
import { formatLocale, i18n } from '@daybook/shared/i18n';

/** No server of ours has spoken: the words are the browser's own. */
const ownWords = new Set<ApiRefusal['code']>(['NETWORK', 'UNAVAILABLE']);

/** What a person reads about a refusal: the server's words, in their language and with its figures. */
export function refusalText(error: unknown): string {
  if (!isRefusal(error)) return i18n.t('shared:refusal.UNKNOWN');
  return ownWords.has(error.code) ? i18n.t(`shared:refusal.${error.code}`) : error.message;
}

// The screens before sign-in show refusals too, and load no component for it.
const dateText = (date: string): string =>
  new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );

/** Dates by the person's habits. */
const written = (params: FieldRefusal['params']) =>
  Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? dateText(value) : value,
    ]),
  );

/** What a person reads at one field; a code of its own without a text is explained by the refusal it came with. */
export function fieldText({ code, params }: FieldRefusal, refusal?: ApiRefusal): string {
  const key = `shared:field.${code}`;
  if (i18n.exists(key))
    return i18n.t(key, { ...written(params), ...(params?.whoMay && { context: 'except' }) });
  return refusal?.code === code ? refusal.message : i18n.t('shared:field.WRONG_FORMAT');
}
