/** Comments cite a heading of a document in this form. */
const anchored = /docs\/([\w./-]+\.md)#([\w-]+)/g;
/** Numbered rules and section signs refer to documents outside the repository. */
const outside =
  /\brulings? \d+|\b(?:INT|DUR|AUT|AUZ|API|WEB|UPL|PRV|OBS|SUP|CFG)-\d+\b|\b[a-z-]+(?:\.md)? §\d/g;

/** The anchors of a Markdown page, one for each heading, as Markdown viewers generate them. */
export function anchorsOf(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .trim()
        .replaceAll(/\s/g, '-'),
    ),
  );
}

/** The citations in a text that refer to nothing in the repository; `anchors` by the path of the page below docs/. */
export function danglingCitations(text: string, anchors: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const missing = [...text.matchAll(anchored)]
    .filter(([, page = '', anchor = '']) => !anchors.get(page)?.has(anchor))
    .map(([citation]) => citation);
  return [...missing, ...[...text.matchAll(outside)].map(([citation]) => citation)];
}
