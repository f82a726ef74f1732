import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined';
import ConfigProvider from 'antd/es/config-provider';
import type { Locale } from 'antd/es/locale';
import { useAtomValue } from 'jotai';
import type { Language } from '@daybook/contracts/fields';
import { store, themeAtom } from '@daybook/shared/session';
import { antdTheme } from '@daybook/shared/theme';

/** antd's default is English. The locale is set all the same, because antd remounts the whole page when it changes from no locale to one. */
const english: Locale = { locale: 'en' };
const antdLocales: Record<Exclude<Language, 'en'>, () => Promise<{ default: Locale }>> = {
  zh: () => import('antd/es/locale/zh_CN'),
  fr: () => import('antd/es/locale/fr_FR'),
  ja: () => import('antd/es/locale/ja_JP'),
};

const buttons = {
  // By default antd writes 保存 as 保 存.
  autoInsertSpace: false,
  // antd's own icon fades out with an animation that may never end after a fast answer. The button's accessible name would then stay "loading Save".
  loadingIcon: <LoadingOutlined aria-hidden />,
};

/** Theme, language and direction of every antd component, including those of remotes: antd is shared because of this context. */
export function Appearance({ children }: { children: ReactNode }) {
  const { currentTheme, direction, locale: lng } = useAtomValue(themeAtom, { store });
  const [locale, setLocale] = useState(english);
  useEffect(() => {
    let isWanted = true;
    const loading = lng === 'en' ? Promise.resolve({ default: english }) : antdLocales[lng]();
    loading.then(({ default: loaded }) => isWanted && setLocale(loaded), reportError);
    return () => {
      isWanted = false;
    };
  }, [lng]);
  // The stylesheets have changed with the attribute of the page. What antd's components compute from the theme follows after that is seen.
  const followed = useDeferredValue(currentTheme);
  const theme = useMemo(() => antdTheme(followed), [followed]);
  return (
    <ConfigProvider theme={theme} direction={direction} locale={locale} button={buttons}>
      {children}
    </ConfigProvider>
  );
}
