/**
 * What stands for a style module of antd in tests of screens, as `antd-styles.ts` writes it in the build: hooks that return the class
 * of the variables, and parts that draw nothing. A hook is called with a class, a part with properties.
 */
export function standInOf(source: string): string {
  const functions = source.matchAll(/\bexports\.(default|use[A-Z]\w*|PurePanelStyle) =/g);
  const constants = source.matchAll(/\bexports\.(\w+) = ('[^']*'|"[^"]*");/g);
  return [
    "Object.defineProperty(exports, '__esModule', { value: true });",
    "const classes = ['', 'app'];",
    "const use = (of) => (typeof of === 'string' ? classes : null);",
    ...new Set([...functions].map(([, name]) => `exports.${name} = use;`)),
    ...[...constants].map(([, name, value]) => `exports.${name} = ${value};`),
  ].join('\n');
}

export default { process: (source: string) => ({ code: standInOf(source) }) };
