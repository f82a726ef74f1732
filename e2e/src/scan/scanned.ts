/** What one scanner looked at, and what it found. */
export interface Scanned {
  name: string;
  scanned: string;
  findings: string[];
}
