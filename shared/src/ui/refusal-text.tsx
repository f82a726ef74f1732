import type { FieldRefusal } from '@daybook/contracts/refusals';
import { isRefusal, type ApiRefusal } from '@daybook/shared/call';
import { i18n } from '@daybook/shared/i18n';

/** No server of ours has spoken: the words are the browser's own. */
const ownWords = new Set<ApiRefusal['code']>(['NETWORK', 'UNAVAILABLE']);

/** What a person reads about a refusal: the server's words, in their language and with its figures. */
export function refusalText(error: unknown): string {
  if (!isRefusal(error)) return i18n.t('shared:refusal.UNKNOWN');
  return ownWords.has(error.code) ? i18n.t(`shared:refusal.${error.code}`) : error.message;
}

/** What a person reads at one field; a code of its own without a text is explained by the refusal it came with. */
export function fieldText({ code, params }: FieldRefusal, refusal?: ApiRefusal): string {
  const key = `shared:field.${code}`;
  if (i18n.exists(key)) return i18n.t(key, params ?? {});
  return refusal?.code === code ? refusal.message : i18n.t('shared:field.WRONG_FORMAT');
}
