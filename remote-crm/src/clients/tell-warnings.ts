import type { SavedClient } from '@daybook/contracts/crm/clients';
import { i18n } from '@daybook/shared/i18n';
import { notify } from '@daybook/shared/notify';

/** Saved all the same, but someone should look: another client has the same tax number. */
export function tellWarnings({ warnings }: SavedClient): void {
  for (const { value, label } of warnings) {
    notify.info(
      label === null
        ? i18n.t('crm:registration.sameHidden', { value })
        : i18n.t('crm:registration.same', { value, label }),
      { key: `same-${value}` },
    );
  }
}
