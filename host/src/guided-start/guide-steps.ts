import { addPath, listPath, recordPath } from '@daybook/contracts/entities';
import type { GuidedStart, ThingToSetUp } from '@daybook/contracts/guided-start/guided-start';

export const stepNames = ['firm', 'mail', 'people', 'services', 'clients', 'invoice'] as const;
export type StepName = (typeof stepNames)[number];

/** One thing to do in a step, and the screen where it is done. */
export interface Part {
  /** Names its text. */
  name: ThingToSetUp | 'import';
  to: string;
  isDone: boolean;
}

export interface Step {
  name: StepName;
  parts: Part[];
  isDone: boolean;
}

const samplesPath = listPath('sample');

/** The steps in order. A screen that needs the billing entity leads to its form until there is one. */
export function stepsOf({ done, entityId }: Pick<GuidedStart, 'done' | 'entityId'>): Step[] {
  const isDone = (name: ThingToSetUp) => done?.[name] ?? false;
  const entity = entityId === null ? addPath('billing_entity') : recordPath('billing_entity', entityId);
  const part = (name: ThingToSetUp, to: string): Part => ({ name, to, isDone: isDone(name) });
  const parts: Record<StepName, Part[]> = {
    firm: [part('entity', entity), part('logo', `${entity}#logo`), part('bank', `${entity}#bankAccounts`)],
    mail: [part('mail', listPath('mail_setting'))],
    people: [part('departments', samplesPath), part('people', addPath('executive'))],
    services: [part('services', samplesPath), part('work', samplesPath)],
    clients: [
      { name: 'import', to: listPath('client_import'), isDone: isDone('clients') },
      part('clients', addPath('client')),
    ],
    invoice: [part('invoice', addPath('invoice'))],
  };
  return stepNames.map((name) => ({
    name,
    parts: parts[name],
    isDone: parts[name].every((one) => one.isDone),
  }));
}
