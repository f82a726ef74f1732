import { isShown, type Attachment } from '@daybook/contracts/files';
import { saveFile } from './save-file.tsx';

const lookEveryMs = 10_000;

/** Opens a file in a new tab, with the type that the server recorded. Types that browsers do not display are saved instead. */
export async function openFile(
  file: Pick<Attachment, 'label' | 'type'>,
  bytes: () => Promise<{ blob: Blob }>,
): Promise<void> {
  // The browser would block a tab that opens after the answer as a pop-up.
  const tab = isShown(file.type) ? window.open('', '_blank') : null;
  try {
    const { blob } = await bytes();
    if (tab === null) {
      saveFile({ blob, name: file.label });
      return;
    }
    const url = URL.createObjectURL(new Blob([blob], { type: file.type }));
    tab.location.replace(url);
    // While the tab is open, the file can be reloaded and saved there.
    const look = setInterval(() => {
      if (!tab.closed) return;
      clearInterval(look);
      URL.revokeObjectURL(url);
    }, lookEveryMs);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
