import { describeFailure } from './remotes/failure.ts';

/** Used when not even the shell could be loaded, so the message depends on nothing else. */
export function showStartFailure(error: unknown): void {
  const { type, address, code } = describeFailure(error, location.origin);
  const box = document.createElement('main');
  box.className = 'startFailure';
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.textContent = `Daybook could not be loaded (${code}, ${type}): ${address}`;
  const retry = document.createElement('button');
  retry.textContent = 'Retry';
  retry.addEventListener('click', () => location.reload());
  box.append(text, retry);
  document.getElementById('root')?.replaceChildren(box);
}
