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
  /** A firm can do without it, or has another way to the same end. */
  isOptional: boolean;
}

export interface Step {
  name: StepName;
  parts: Part[];
  /** All that is needed of it is done; of an optional step, all. */
  isDone: boolean;
  isOptional: boolean;
}

const optional = new Set<Part['name']>(['logo', 'mail', 'people', 'import']);
const samplesPath = listPath('sample');

/** The steps in order. A screen that needs the billing entity leads to its form until there is one. */
export function stepsOf({ done, entityId }: Pick<GuidedStart, 'done' | 'entityId'>): Step[] {
  const isDone = (name: ThingToSetUp) => done?.[name] ?? false;
  const entity = entityId === null ? addPath('billing_entity') : recordPath('billing_entity', entityId);
  const part = (name: Part['name'], to: string): Part => ({
    name,
    to,
    isDone: name !== 'import' && isDone(name),
    isOptional: optional.has(name),
  });
  const parts: Record<StepName, Part[]> = {
    firm: [part('entity', entity), part('logo', `${entity}#logo`), part('bank', `${entity}#bankAccounts`)],
    mail: [part('mail', listPath('mail_setting'))],
    people: [part('departments', samplesPath), part('people', addPath('executive'))],
    services: [part('services', samplesPath), part('work', samplesPath)],
    clients: [part('clients', addPath('client')), part('import', listPath('client_import'))],
    invoice: [part('invoice', addPath('invoice'))],
  };
  return stepNames.map((name) => {
    const needed = parts[name].filter(({ isOptional }) => !isOptional);
    const isOptional = needed.length === 0;
    return {
      name,
      parts: parts[name],
      isOptional,
      isDone: (isOptional ? parts[name] : needed).every(({ isDone: done }) => done),
    };
  });
}
