import { enquirySources } from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import type { ApiClient } from './api-client.ts';

/** The first source of enquiries that a firm has. */
export async function firstSource(api: ApiClient): Promise<string> {
  const [source] = await api(enquirySources.list, {});
  if (!source) throw new Error('the firm has no sources of enquiries');
  return source.id;
}
