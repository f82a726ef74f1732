import Form from 'antd/es/form';
import type { LookupRow } from '@daybook/contracts/lookups';

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Proposes the departments of the chosen person for the client, unless somebody chose departments already. Without a department,
 * only the named people see the client. `path` is the position of the departments in the form.
 */
export function useDepartmentProposal(path: (string | number)[]): (row: LookupRow) => void {
  const form = Form.useFormInstance();
  return ({ more }) => {
    const chosen = (form.getFieldValue(path) ?? []) as string[];
    const theirs = Array.isArray(more['departmentIds']) ? more['departmentIds'].filter(isText) : [];
    if (chosen.length === 0 && theirs.length > 0) form.setFieldValue(path, theirs);
  };
}
