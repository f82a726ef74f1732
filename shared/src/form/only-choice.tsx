import Form from 'antd/es/form';
import { useEffect, useEffectEvent } from 'react';
import { lookups, type LookupKind, type LookupRow } from '@daybook/contracts/lookups';
import { useRead } from '../read/use-read.tsx';

interface OnlyChoiceProps {
  name: string;
  kind: LookupKind;
  /** Fills further fields, as the `Lookup` of the field does. */
  onPick?: (row: LookupRow) => void;
}

/** Fills an empty field of a new record if there is nothing to choose: the only billing entity, the only relationship manager. */
export function OnlyChoice({ name, kind, onPick }: OnlyChoiceProps) {
  const form = Form.useFormInstance();
  const { data } = useRead(lookups.find, { kind });
  const only = data?.length === 1 ? data[0] : undefined;
  const fill = useEffectEvent((row: LookupRow) => {
    if (form.getFieldValue(name) !== undefined) return;
    form.setFieldValue(name, row.id);
    onPick?.(row);
  });
  useEffect(() => {
    if (only !== undefined) fill(only);
  }, [only]);
  return null;
}
