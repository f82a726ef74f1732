import type { Outcome } from '@daybook/contracts/bulk';
import { enquiryBulk } from '@daybook/contracts/crm/enquiries/enquiry-bulk';
import { call } from '@daybook/shared/call';
import { i18n } from '@daybook/shared/i18n';
import { notify } from '@daybook/shared/notify';
import { queryClient } from '@daybook/shared/query-client';
import { refusalText } from '@daybook/shared/read/refusal-text';

const changed = (results: readonly Outcome[]): Outcome[] =>
  results.filter(({ outcome }) => outcome === 'changed');
export const refused = (results: readonly Outcome[]): Outcome[] =>
  results.filter(({ outcome }) => outcome === 'refused');

/** Undoes a change of many enquiries, even if the person has left the page. */
async function undo(results: readonly Outcome[], idempotencyKey: string): Promise<void> {
  const t = i18n.getFixedT(null, 'crm');
  const enquiries = changed(results).map(({ id, version = 1 }) => ({ id, version }));
  try {
    const undone = (await call(enquiryBulk.undo, { enquiries }, { idempotencyKey })).results;
    const left = refused(undone);
    notify.success(t('bulk.undone', { count: undone.length - left.length }));
    if (left.length > 0)
      notify.failure(`${t('bulk.refused', { count: left.length })}: ${left[0]?.refused?.message ?? ''}`);
  } catch (error) {
    notify.failure(refusalText(error));
  }
  await queryClient.invalidateQueries();
}

/** Says how many enquiries were changed, and offers an undo. */
export function tellChanged(results: readonly Outcome[]): void {
  const count = changed(results).length;
  if (count === 0) return;
  const t = i18n.getFixedT(null, 'crm');
  const key = crypto.randomUUID();
  notify.success(t('bulk.done', { count }), {
    action: { label: t('bulk.undo'), run: () => void undo(results, key) },
  });
}
