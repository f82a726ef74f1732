// In the place of @ant-design/icons/es/cssUtils: the rules of icons are in the host's first stylesheet (antd-styles.ts).

export const updateCSS = (): null => null;
export const getShadowRoot = (): null => null;
export const warningOnce = (): void => undefined;
