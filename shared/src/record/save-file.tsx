const keptMs = 60_000;

/** Saves a file on the person's device under its name. */
export function saveFile({ blob, name }: { blob: Blob; name: string }): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // Safari starts reading the file only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
