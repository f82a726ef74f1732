import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined';
import { useTranslation } from 'react-i18next';
import { MenuButton } from './menu-button.tsx';

export interface MoreAction {
  key: string;
  label: string;
  begin: () => void;
  /** Set if the action changes nothing. */
  isHarmless?: true;
}

/** Rare actions, and those that delete a record or reverse a step, behind one button at the end, where they are not clicked by mistake. */
export function MoreActions({ actions }: { actions: readonly MoreAction[] }) {
  const { t } = useTranslation('shared');
  if (actions.length === 0) return null;
  const items = actions.map(({ key, label, begin, isHarmless }) => ({
    key,
    label,
    danger: !isHarmless,
    onClick: begin,
  }));
  return <MenuButton menu={{ items }} icon={<MoreOutlined />} aria-label={t('moreActions')} />;
}
