export const ms = (value: number): string => value.toFixed(1);
export const kb = (value: number): string => value.toFixed(0);
export const ratio = (value: number, to: number): string => (to === 0 ? '–' : (value / to).toFixed(2));

export function print(title: string, rows: readonly Record<string, string | number>[]): void {
  console.log(`\n${title}`);
  const heads = Object.keys(rows[0] ?? {});
  const widths = heads.map((head) =>
    Math.max(head.length, ...rows.map((row) => String(row[head] ?? '').length)),
  );
  const line = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? String(cell).padEnd(width) : String(cell).padStart(width);
      })
      .join('   ');
  for (const row of [heads, ...rows.map((one) => heads.map((head) => one[head] ?? ''))])
    console.log(line(row));
}
