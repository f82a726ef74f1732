import Form from 'antd/es/form';
import { useEffect } from 'react';
import { lookups, type LookupKind } from '@daybook/contracts/lookups';
import { useRead } from '@daybook/shared/read/use-read';

interface OnlyChoiceProps {
  name: string;
  kind: LookupKind;
}

/** Fills an empty field of a new record if there is nothing to choose: the only billing entity, the only relationship manager. */
export function OnlyChoice({ name, kind }: OnlyChoiceProps) {
  const form = Form.useFormInstance();
  const { data } = useRead(lookups.find, { kind });
  const only = data?.length === 1 ? data[0]?.id : undefined;
  useEffect(() => {
    if (only !== undefined && form.getFieldValue(name) === undefined) form.setFieldValue(name, only);
  }, [form, name, only]);
  return null;
}
