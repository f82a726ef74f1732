import type { SavedClient } from '@daybook/contracts/crm/clients/clients';
import { i18n } from '@daybook/shared/i18n';
import { notify } from '@daybook/shared/notify';

type Warning = SavedClient['warnings'][number];

function textOf({ code, value, label }: Warning): string {
  if (code === 'PAN_DIFFERS') return i18n.t('crm:registration.panDiffers', { value });
  if (code === 'PAN_KIND') return i18n.t('crm:registration.panKind', { value });
  return label === null
    ? i18n.t('crm:registration.sameHidden', { value })
    : i18n.t('crm:registration.same', { value, label });
}

/** Shows the warnings about the tax numbers of a client that was saved. */
export function tellWarnings({ warnings }: SavedClient): void {
  for (const warning of warnings) notify.info(textOf(warning), { key: `${warning.code} ${warning.value}` });
}
