import type { ReactNode } from 'react';
import { BrandMark } from './brand-mark.tsx';
import { LanguageLinks } from './language-links.tsx';
import css from './blank-layout.module.css';

/** One box in the middle of the page: sign-in, first start, home. Without antd, so that it is there at once. */
export const BlankLayout = ({ children }: { children: ReactNode }) => (
  <div className={css.page}>
    <main className={css.box}>
      <BrandMark />
      {children}
    </main>
    <LanguageLinks />
  </div>
);
