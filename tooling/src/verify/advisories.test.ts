import { readAdvisories } from './advisories.ts';

const advisory = {
  module_name: 'fast-uri',
  severity: 'high',
  title: 'Path traversal',
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  github_advisory_id: 'GHSA-aaaa-bbbb-cccc',
};
const answer = (advisories: object) => JSON.stringify({ actions: [], advisories, metadata: {} });
const line =
  'fast-uri: Path traversal (high, GHSA-aaaa-bbbb-cccc, https://github.com/advisories/GHSA-aaaa-bbbb-cccc)';
const accepted = [{ id: 'GHSA-aaaa-bbbb-cccc', until: '2026-12-01', why: 'No path comes from outside.' }];

describe('what the registry says of our libraries', () => {
  it('is nothing if there is no advisory', () => {
    expect(readAdvisories(answer({}), [], '2026-11-29')).toEqual({ vulnerable: [], unreachable: null });
  });

  it('is a fault if there is one, with its name, its severity and where to read of it', () => {
    expect(readAdvisories(answer({ 1097: advisory }), [], '2026-11-29')).toEqual({
      vulnerable: [line],
      unreachable: null,
    });
  });

  it('is only a warning if the registry has no advisories, or cannot be reached', () => {
    const refused = 'Error: ERR_PNPM_AUDIT_BAD_RESPONSE\n\n  × The audit endpoint responded with 405:';
    expect(readAdvisories(refused, [], '2026-11-29')).toEqual({ vulnerable: [], unreachable: refused });
    expect(readAdvisories('{"error":"timeout"}', [], '2026-11-29').unreachable).toContain('timeout');
    expect(readAdvisories('', [], '2026-11-29').unreachable).toBe('');
  });

  it('is accepted for its reason until a day, and not from then on', () => {
    expect(readAdvisories(answer({ 1097: advisory }), accepted, '2026-11-30').vulnerable).toEqual([]);
    expect(readAdvisories(answer({ 1097: advisory }), accepted, '2026-12-01').vulnerable).toEqual([line]);
  });
});
