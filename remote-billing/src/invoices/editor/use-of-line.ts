import Form from 'antd/es/form';
import type { DraftValues, LineValues } from './draft-values.ts';

/** What `pick` says of the line, its folded fields included. The component is drawn again only when that changes, and not with each key. */
export function useOfLine<Said extends string | boolean>(
  row: number,
  pick: (line: Partial<LineValues>) => Said,
): Said {
  const form = Form.useFormInstance<DraftValues>();
  const said = Form.useWatch((values: Partial<DraftValues>) => pick(values.lines?.[row] ?? {}), {
    form,
    preserve: true,
  });
  return said ?? pick({});
}
