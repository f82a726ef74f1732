import type { ReactNode } from 'react';
import { BrandMark } from './brand-mark.tsx';
import { LanguageLinks } from './language-links.tsx';
import css from './blank-layout.module.css';

/** One box in the middle of the page, for sign-in, first start and account links. Without antd, so that it appears at once. */
export const BlankLayout = ({ children }: { children: ReactNode }) => (
  <div className={css.page}>
    <main className={css.box}>
      <BrandMark />
      {children}
    </main>
    <LanguageLinks />
  </div>
);
