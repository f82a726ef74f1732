import Select from 'antd/es/select';
import type { SelectProps } from 'antd/es/select';
import { enquirySources, lostReasons } from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import { useChoiceNames } from '@daybook/shared/record/choice-name';
import { useRead } from '@daybook/shared/read/use-read';

type Control = Pick<SelectProps<string>, 'id' | 'value' | 'onChange'>;

/** All sources, as a filter offers them: records may still have one that is inactive. */
export function useSourceOptions() {
  const { source } = useChoiceNames();
  const { data = [] } = useRead(enquirySources.list, {});
  return data.map((entry) => ({ value: entry.id, label: source(entry), active: entry.active }));
}

export function useReasonOptions() {
  const { reason } = useChoiceNames();
  const { data = [] } = useRead(lostReasons.list, {});
  return data.map((entry) => ({ value: entry.id, label: reason(entry), active: entry.active }));
}

/** The active entries, and the one that the record already has. */
const offered = (options: ReturnType<typeof useSourceOptions>, present: string | null | undefined) =>
  options.filter(({ value, active }) => active || value === present);

export const SourceSelect = (props: Control) => (
  <Select {...props} options={offered(useSourceOptions(), props.value)} />
);

export const LostReasonSelect = (props: Control) => (
  <Select {...props} options={offered(useReasonOptions(), props.value)} />
);
