import { lazy } from 'react';

/** The selects of lists, which load together when the first of them is wanted (LaterSelect). */
export const loadSelects = async () => import('./list-selects.tsx');

export const ChoiceSelect = lazy(async () => ({ default: (await loadSelects()).ChoiceSelect }));
export const ChoicesSelect = lazy(async () => ({ default: (await loadSelects()).ChoicesSelect }));
export const LookupSelect = lazy(async () => ({ default: (await loadSelects()).LookupSelect }));
export const PlainSelect = lazy(async () => ({ default: (await loadSelects()).PlainSelect }));
