import { languages } from '@daybook/contracts/fields';
import type { Language } from '@daybook/contracts/fields';
import type { SampleKind } from '@daybook/contracts/guided-start/samples';
import { anyCountry } from './countries/any.ts';
import { britain } from './countries/britain.ts';
import { china } from './countries/china.ts';
import { france } from './countries/france.ts';
import { india } from './countries/india.ts';
import { japan } from './countries/japan.ts';
import { departmentNames } from './sample.ts';
import type { AgainSample, CountrySamples, Names, OnceSample, SampleService } from './sample.ts';

const byCountry: Readonly<Record<string, CountrySamples>> = {
  CN: china,
  FR: france,
  GB: britain,
  IN: india,
  JP: japan,
};

export const samplesOf = (country: string): CountrySamples => byCountry[country] ?? anyCountry;

/** The languages in which every sample of a country has a name. */
export const languagesOf = ({ services, once, again }: CountrySamples): Language[] =>
  languages.filter((language) => [...services, ...once, ...again].every(({ name }) => language in name));

export const nameIn = (names: Names, language: Language): string => names[language] ?? names.en;

/** One record of a country. `of` is the name of the record that it belongs to: of a service, its department; of work, its service. */
export interface FoundSample {
  key: string;
  kind: SampleKind;
  names: Names;
  of: Names | null;
  service?: SampleService;
  once?: OnceSample;
  again?: AgainSample;
}

/** The samples of a country in the order in which they are created: departments, services, work. */
export function everySample({ services, once, again }: CountrySamples): FoundSample[] {
  const serviceName = (key: string) => services.find((one) => one.key === key)?.name ?? null;
  const departments = Object.entries(departmentNames)
    .filter(([key]) => services.some(({ department }) => department === key))
    .map(([key, names]): FoundSample => ({ key: `department:${key}`, kind: 'department', names, of: null }));
  return [
    ...departments,
    ...services.map((service): FoundSample => ({
      key: `service:${service.key}`,
      kind: 'service',
      names: service.name,
      of: departmentNames[service.department],
      service,
    })),
    ...once.map((one): FoundSample => ({
      key: `once:${one.key}`,
      kind: 'task_category',
      names: one.name,
      of: serviceName(one.of),
      once: one,
    })),
    ...again.map((one): FoundSample => ({
      key: `again:${one.key}`,
      kind: 'recurring_task_category',
      names: one.name,
      of: serviceName(one.of),
      again: one,
    })),
  ];
}
