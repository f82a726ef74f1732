import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { guidedStart } from '@daybook/contracts/guided-start/guided-start';
import { notify } from '@daybook/shared/notify';
import { useSave } from '@daybook/shared/form/use-save';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useRead } from '@daybook/shared/read/use-read';

/** Brings the setup guide back to the overview, once somebody has hidden it. */
export function ShowGuide() {
  const { t } = useTranslation('settings');
  const { data } = useRead(guidedStart.open, {});
  const { save, isSaving } = useSave(guidedStart.save);
  if (data === undefined || !data.isHidden) return null;
  const show = () =>
    save({ isHidden: false }, data.version).then(
      () => notify.success(t('samples.guideShown')),
      (error: unknown) => notify.failure(refusalText(error)),
    );
  return (
    <Button loading={isSaving} onClick={() => void show()}>
      {t('samples.showGuide')}
    </Button>
  );
}
