import { guidedStart } from '@daybook/contracts/guided-start/guided-start';
import { useRead } from '@daybook/shared/read/use-read';
import { laterByItself } from '../layout/later-panel.tsx';
import { withFormTexts } from '../appearance/personal-texts.ts';

const Guide = laterByItself(withFormTexts(() => import('./guide.tsx')));

/** The way from an empty firm to its first invoice. A firm that has hidden it loads nothing but the answer. */
export function GuidedStart() {
  const { data } = useRead(guidedStart.open, {});
  if (data === undefined || data.done === null) return null;
  return <Guide done={data.done} entityId={data.entityId} version={data.version} />;
}
