import Form from 'antd/es/form';
import { useEffect, useRef } from 'react';
import { PlainDate } from '@daybook/contracts/fields';
import type { Series, SeriesLine } from './form-values.ts';

function following(line: SeriesLine, before: string, startsOn: string): SeriesLine {
  const [first, ...later] = line.prices;
  const follows = first?.validFrom === before && later.length === 0;
  return follows ? { ...line, prices: [{ ...first, validFrom: startsOn }] } : line;
}

/** If a line has only one price, and that applies from the first day of the series, it moves with that day. */
export function useFirstPrices(): void {
  const form = Form.useFormInstance<Series>();
  const { data: startsOn = null } = PlainDate.safeParse(Form.useWatch<unknown>('startsOn', form));
  const first = useRef<string | null>(null);
  useEffect(() => {
    if (startsOn === null) return;
    const before = first.current;
    first.current = startsOn;
    if (before === null || before === startsOn) return;
    const { lines = [] } = form.getFieldsValue(true) as Partial<Series>;
    form.setFieldsValue({ lines: lines.map((line) => following(line, before, startsOn)) });
  }, [form, startsOn]);
}
