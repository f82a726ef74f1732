/** A heading of a document of the repository, as comments cite it. */
const anchored = /docs\/([\w./-]+\.md)#([\w-]+)/g;
/** Numbered rules and paragraph signs point into documents that a reader of the repository does not have. */
const outside =
  /\brulings? \d+|\b(?:INT|DUR|AUT|AUZ|API|WEB|UPL|PRV|OBS|SUP|CFG)-\d+\b|\b[a-z-]+(?:\.md)? §\d/g;

/** The anchors that a page of Markdown offers, one for each heading, as readers of Markdown make them. */
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

/** What a text cites that the repository does not hold; `anchors` by the page's path below docs/. */
export function danglingCitations(text: string, anchors: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const missing = [...text.matchAll(anchored)]
    .filter(([, page = '', anchor = '']) => !anchors.get(page)?.has(anchor))
    .map(([citation]) => citation);
  return [...missing, ...[...text.matchAll(outside)].map(([citation]) => citation)];
}
