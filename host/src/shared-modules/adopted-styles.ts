// In the place of @rc-component/util/es/Dom/dynamicCSS, which adds <style> elements: the page's policy allows stylesheets of our own files only.

const adopted = new Map<string, CSSStyleSheet>();

/** Adds rules under a key, or replaces those of the key, until `removeCSS`. */
export function updateCSS(css: string, key: string): null {
  const known = adopted.get(key);
  const sheet = known ?? new CSSStyleSheet();
  sheet.replaceSync(css);
  if (!known) {
    adopted.set(key, sheet);
    document.adoptedStyleSheets.push(sheet);
  }
  return null;
}

export function removeCSS(key: string): void {
  const sheet = adopted.get(key);
  if (!sheet) return;
  adopted.delete(key);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
}

let unnamed = 0;

/** Adds rules that stay. */
export function injectCSS(css: string): null {
  unnamed += 1;
  return updateCSS(css, `unnamed ${unnamed}`);
}

export const clearContainerCache = (): void => undefined;
