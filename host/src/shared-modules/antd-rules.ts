// Stands for @ant-design/cssinjs-utils and antd's genStyleUtils in the build (antd-styles.ts): only `genCssVar` is used while the page runs.

/** Names the variables of a component, and refers to them. */
export function genCssVar(prefix: string, component: string) {
  const start = `--${prefix.replaceAll('.', '')}-${component}-`;
  const name = (of: string) => `${start}${of}`;
  const reference = (of: string, fallback?: string) =>
    fallback === undefined ? `var(${start}${of})` : `var(${start}${of}, ${fallback})`;
  return [name, reference] as const;
}

function atBuildOnly(): never {
  throw new Error('antd makes no rules in the browser: antd-styles.ts');
}

export {
  atBuildOnly as genCalc,
  atBuildOnly as mergeToken,
  atBuildOnly as statistic,
  atBuildOnly as statisticToken,
  atBuildOnly as genComponentStyleHook,
  atBuildOnly as genStyleHooks,
  atBuildOnly as genSubStyleComponent,
};
