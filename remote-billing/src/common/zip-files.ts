import { Zip, ZipPassThrough } from 'fflate';

export interface ZippedFiles {
  add: (name: string, file: Blob) => Promise<void>;
  /** The archive; null while nothing is in it. */
  end: () => Blob | null;
}

/** "25-26_0042.pdf", and "25-26_0042 (2).pdf" for the second of that name. */
function nameIn(taken: Set<string>, name: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = [name.slice(0, dot), name.slice(dot)];
  let own = name;
  for (let no = 2; taken.has(own); no += 1) own = `${stem} (${no})${ending}`;
  taken.add(own);
  return own;
}

/** Files into one archive as they come. They are stored as they are: a PDF is packed already. */
export function zipFiles(): ZippedFiles {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const taken = new Set<string>();
  const zip = new Zip((error, data) => {
    if (error) throw error;
    parts.push(new Uint8Array(data));
  });
  return {
    add: async (name, file) => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const entry = new ZipPassThrough(nameIn(taken, name));
      zip.add(entry);
      entry.push(bytes, true);
    },
    end: () => {
      zip.end();
      return taken.size === 0 ? null : new Blob(parts, { type: 'application/zip' });
    },
  };
}
