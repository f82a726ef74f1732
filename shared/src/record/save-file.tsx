const keptMs = 60_000;

/** Hands a file to the person under its name. */
export function saveFile({ blob, name }: { blob: Blob; name: string }): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // Safari has not begun to read it when the click returns.
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
