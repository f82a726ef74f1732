import Form from 'antd/es/form';
import type { LookupRow } from '@daybook/contracts/lookups';

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * The departments of a client follow from who is chosen to look after it, as long as nobody has said otherwise: without one, only the
 * people named see the client. `path` is where the departments are in the form.
 */
export function useDepartmentProposal(path: (string | number)[]): (row: LookupRow) => void {
  const form = Form.useFormInstance();
  return ({ more }) => {
    const chosen = (form.getFieldValue(path) ?? []) as string[];
    const theirs = Array.isArray(more['departmentIds']) ? more['departmentIds'].filter(isText) : [];
    if (chosen.length === 0 && theirs.length > 0) form.setFieldValue(path, theirs);
  };
}
