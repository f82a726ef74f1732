import { atom, useAtomValue, type PrimitiveAtom } from 'jotai';
import { store } from '@daybook/shared/session';

/** Whether something is typed that is not saved. It is no state of the form, or the first key would draw every field again. */
export const newTypedAtom = (isTyped: boolean): PrimitiveAtom<boolean> => atom(isTyped);

/** Tells the session that something would be lost. */
export const TypedMark = ({ of }: { of: PrimitiveAtom<boolean> }) => (
  <span hidden data-typed={useAtomValue(of, { store })} />
);
