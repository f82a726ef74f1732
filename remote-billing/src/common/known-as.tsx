import { useContext, useEffect } from 'react';
import { FieldsContext } from '@daybook/shared/form/field';

/** Gives the form's error summary a label for a refused row, such as the number of its invoice. */
export function useKnownAs(key: string | null, label: string): void {
  const fields = useContext(FieldsContext);
  useEffect(() => {
    if (key === null) return undefined;
    fields.set(key, { label, control: <span /> });
    return () => {
      fields.delete(key);
    };
  }, [fields, key, label]);
}
