import type { ReactNode } from 'react';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { RecordScreen } from '@daybook/shared/record/record-screen';

interface SettingScreenProps<Open extends Endpoint, Save extends Endpoint> {
  title: string;
  /** The only record of its kind; it is read without input. */
  open: Open;
  save: Save;
  /** The values that the form edits. */
  valuesOf: (setting: OutputOf<Open>) => Partial<InputOf<Save>>;
  /** The address of this screen, to which Cancel returns. */
  address: string;
  onSaved?: () => void;
  children: (setting: OutputOf<Open>) => ReactNode;
}

/** The form of a setting that the firm has once. It is a page of the menu: it has its title while it is read, and stays after saving. */
export function SettingScreen<Open extends Endpoint, Save extends Endpoint>({
  title,
  open,
  save,
  valuesOf,
  address,
  onSaved,
  children,
}: SettingScreenProps<Open, Save>) {
  const read = useRead(open, {} as InputOf<Open>);
  if (read.data === undefined)
    return (
      <RecordScreen title={title}>
        <ReadView of={read} shape="form">
          {() => null}
        </ReadView>
      </RecordScreen>
    );
  const { version } = read.data as { version: number };
  return (
    <FormScreen
      title={title}
      endpoint={save}
      initial={valuesOf(read.data)}
      version={version}
      valuesOf={valuesOf}
      backTo={address}
      onSaved={() => onSaved?.()}
    >
      {children(read.data)}
    </FormScreen>
  );
}
