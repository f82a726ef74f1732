import { useContext, useEffect } from 'react';
import { FieldsContext } from '@daybook/shared/form/field';

/** The form's count of errors names what it refuses, a row by its invoice. */
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
