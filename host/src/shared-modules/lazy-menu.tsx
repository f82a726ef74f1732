import { useRef, useState, type ComponentProps } from 'react';
import type Menu from 'antd/es/menu';
import type { MenuRef } from 'antd/es/menu';
import { lazyPart } from './lazy-part.ts';

type MenuProps = ComponentProps<typeof Menu>;

let hasLoaded = false;
const Part = lazyPart<MenuProps>(async () => {
  const loaded = await import('antd/es/menu');
  hasLoaded = true;
  return loaded;
});

/** The menu of a button. If it comes late, it takes the focus from a button that was pressed by a key: antd has tried before. */
export default function LazyMenu({ ref, ...props }: MenuProps) {
  const [isLate] = useState(!hasLoaded);
  const hasCome = useRef(false);
  const come = (menu: MenuRef | null) => {
    if (typeof ref === 'function') ref(menu);
    else if (ref) ref.current = menu;
    if (menu === null || !isLate || hasCome.current) return;
    hasCome.current = true;
    if (document.activeElement?.matches('.ant-dropdown-open:focus-visible'))
      requestAnimationFrame(() => menu.focus());
  };
  return <Part {...props} ref={come} />;
}
