import type { ReactNode } from 'react';
import { useKnownSetup } from '../setup/setup-state.ts';
import { BrandMark } from './brand-mark.tsx';
import { LanguageLinks } from './language-links.tsx';
import css from './blank-layout.module.css';

/** One box in the middle of the page, for sign-in, first start and account links. Without antd, so that it appears at once. */
export function BlankLayout({ children }: { children: ReactNode }) {
  const { data } = useKnownSetup();
  return (
    <div className={css.page}>
      <main className={css.box}>
        <BrandMark firm={data?.firm} />
        {children}
      </main>
      <LanguageLinks />
    </div>
  );
}
