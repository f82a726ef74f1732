import Button from 'antd/es/button';
import type { LookupKind } from '@daybook/contracts/lookups';
import { ClearableSelect } from '../inputs/clearable-select.tsx';
import { Lookup } from '../inputs/lookup.tsx';
import type { List } from './use-list.tsx';

interface FilterProps<Filter> {
  list: Pick<List<never, Filter>, 'filter' | 'setFilter'>;
  name: keyof NoInfer<Filter> & string;
  label: string;
}

type ChoiceProps<Filter> = FilterProps<Filter> & { options: readonly { value: string; label: string }[] };

/** One filter as a chip that shows its value and can be cleared. */
export function FilterChoice<Filter>(props: ChoiceProps<Filter>) {
  const { list, name, label, options } = props;
  const chosen = list.filter[name];
  return (
    <ClearableSelect
      aria-label={label}
      variant="filled"
      placeholder={label}
      prefix={chosen === undefined ? null : `${label}:`}
      value={chosen as string | undefined}
      onChange={(value: string | undefined) => list.setFilter({ [name]: value } as Partial<Filter>)}
      options={[...options]}
      popupMatchSelectWidth={false}
    />
  );
}

/** Like `FilterChoice`, for several values: any of them matches. */
export function FilterChoices<Filter>(props: ChoiceProps<Filter>) {
  const { list, name, label, options } = props;
  const chosen = list.filter[name] as string | string[] | undefined;
  return (
    <ClearableSelect
      aria-label={label}
      mode="multiple"
      variant="filled"
      placeholder={label}
      prefix={chosen === undefined ? null : `${label}:`}
      value={chosen === undefined ? [] : [chosen].flat()}
      onChange={(values: string[]) =>
        list.setFilter({ [name]: values.length > 0 ? values : undefined } as Partial<Filter>)
      }
      options={[...options]}
      // A fixed number, because beside the filter's name antd would find no room for any.
      maxTagCount={2}
      popupMatchSelectWidth={false}
      style={{ minInlineSize: 160, maxInlineSize: '100%' }}
    />
  );
}

const peopleKinds: ReadonlySet<LookupKind> = new Set(['person', 'crm', 'manager', 'executive']);

/** Like `FilterChoice`, for one of many records: a client, a person. */
export function FilterLookup<Filter>({
  list,
  name,
  label,
  kind,
}: FilterProps<Filter> & { kind: LookupKind }) {
  const chosen = list.filter[name] as string | undefined;
  return (
    <Lookup
      kind={kind}
      former={peopleKinds.has(kind)}
      aria-label={label}
      variant="filled"
      placeholder={label}
      prefix={chosen === undefined ? null : `${label}:`}
      value={chosen ?? null}
      onChange={(id) => list.setFilter({ [name]: id ?? undefined } as Partial<Filter>)}
    />
  );
}

/** A filter that is on or off, such as "overdue". */
export function FilterToggle<Filter>({ list, name, label }: FilterProps<Filter>) {
  const isOn = list.filter[name] !== undefined;
  const toggle = () => list.setFilter({ [name]: isOn ? undefined : 'true' } as Partial<Filter>);
  return (
    <Button
      color={isOn ? 'primary' : 'default'}
      // In dark mode, text on the accent colour has too little contrast.
      variant={isOn ? 'solid' : 'filled'}
      aria-pressed={isOn}
      onClick={toggle}
    >
      {label}
    </Button>
  );
}
