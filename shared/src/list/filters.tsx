import Button from 'antd/es/button';
import type { LookupKind } from '@daybook/contracts/lookups';
import { LaterSelect } from './later-select.tsx';
import type { List } from './use-list.tsx';

interface FilterProps<Filter> {
  list: Pick<List<never, Filter>, 'filter' | 'setFilter'>;
  name: keyof NoInfer<Filter> & string;
  label: string;
}

type ChoiceProps<Filter> = FilterProps<Filter> & { options: readonly { value: string; label: string }[] };

/** One filter as a chip that shows its value and can be cleared. With `isTyped`, its options are found by typing. */
export function FilterChoice<Filter>(props: ChoiceProps<Filter> & { isTyped?: boolean }) {
  const { list, name, label, options, isTyped } = props;
  const chosen = list.filter[name] as string | undefined;
  const option = options.find(({ value }) => value === chosen);
  return (
    <LaterSelect
      aria-label={label}
      text={option ? `${label}: ${option.label}` : label}
      isChosen={chosen !== undefined}
      isNeeded={chosen !== undefined}
    >
      {({ ChoiceSelect }, asked) => (
        <ChoiceSelect
          {...asked}
          label={label}
          value={chosen}
          onChange={(value) => list.setFilter({ [name]: value } as Partial<Filter>)}
          options={options}
          {...(isTyped && { isTyped })}
        />
      )}
    </LaterSelect>
  );
}

/** Room for the first choice. */
const choicesSize = 160;

/** Like `FilterChoice`, for several values: any of them matches. */
export function FilterChoices<Filter>(props: ChoiceProps<Filter>) {
  const { list, name, label, options } = props;
  const chosen = list.filter[name] as string | string[] | undefined;
  return (
    <LaterSelect
      aria-label={label}
      text={label}
      isChosen={false}
      isNeeded={chosen !== undefined}
      minInlineSize={choicesSize}
    >
      {({ ChoicesSelect }, asked) => (
        <ChoicesSelect
          {...asked}
          label={label}
          values={chosen === undefined ? [] : [chosen].flat()}
          onChange={(values) =>
            list.setFilter({ [name]: values.length > 0 ? values : undefined } as Partial<Filter>)
          }
          options={options}
          minInlineSize={choicesSize}
        />
      )}
    </LaterSelect>
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
    <LaterSelect
      aria-label={label}
      text={chosen === undefined ? label : `${label}: …`}
      isChosen={chosen !== undefined}
      isNeeded={chosen !== undefined}
    >
      {({ LookupSelect }, asked) => (
        <LookupSelect
          {...asked}
          kind={kind}
          former={peopleKinds.has(kind)}
          label={label}
          value={chosen ?? null}
          onChange={(id) => list.setFilter({ [name]: id ?? undefined } as Partial<Filter>)}
        />
      )}
    </LaterSelect>
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
