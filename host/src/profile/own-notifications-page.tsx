import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { ownNotifications, type OwnNotifications } from '@daybook/contracts/notification-settings';
import { openDraft } from '@daybook/shared/drafts';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { useSave } from '@daybook/shared/form/use-save';
import { notify } from '@daybook/shared/notify';
import { NotificationFields } from '@daybook/shared/notifications/notification-fields';
import { ReadView } from '@daybook/shared/read/read-view';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useRead } from '@daybook/shared/read/use-read';
import { profilePath } from '../routing/paths.ts';
import { useTitle } from '../routing/use-title.ts';
import css from './profile.module.css';

const valuesOf = ({ choices, timezone, quietFrom, quietTo, digestAt }: OwnNotifications) => ({
  choices,
  timezone,
  quietFrom,
  quietTo,
  digestAt,
});

/** How the person is notified, event by event. */
export default function OwnNotificationsPage() {
  const { t } = useTranslation('personal');
  useTitle(t('ownNotifications.title'));
  const read = useRead(ownNotifications.open, {});
  return (
    <ReadView of={read} shape="form">
      {(mine) => (
        <FormScreen
          // A reset gives a new form.
          key={String(mine.isOwn)}
          title={t('ownNotifications.title')}
          endpoint={ownNotifications.save}
          initial={valuesOf(mine)}
          valuesOf={valuesOf}
          backTo={profilePath}
          onSaved={() => undefined}
          extraActions={mine.isOwn && <Reset />}
        >
          <p className={css.explanation}>
            {t(mine.isOwn ? 'ownNotifications.own' : 'ownNotifications.likeFirm')}
          </p>
          <NotificationFields usualTimezone={mine.usualTimezone} canMail={mine.canMail} />
        </FormScreen>
      )}
    </ReadView>
  );
}

function Reset() {
  const { t } = useTranslation('personal');
  const { save, isSaving } = useSave(ownNotifications.reset);
  const { pathname, search } = useLocation();
  const reset = async () => {
    // Before the new form, which would begin with what was typed and not saved.
    openDraft(pathname + search).drop();
    try {
      await save({});
      notify.success(t('ownNotifications.resetDone'));
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  return (
    <Button loading={isSaving} onClick={() => void reset()}>
      {t('ownNotifications.reset')}
    </Button>
  );
}
