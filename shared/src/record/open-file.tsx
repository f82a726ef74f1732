import { isShown, type Attachment } from '@daybook/contracts/files';
import { saveFile } from './save-file.tsx';

const lookEveryMs = 10_000;

/** Opens a file in a tab of its own as what the server knows it to be; what no browser shows is saved. */
export async function openFile(
  file: Pick<Attachment, 'label' | 'type'>,
  bytes: () => Promise<{ blob: Blob }>,
): Promise<void> {
  // A tab opened after the answer would be taken for a pop-up.
  const tab = isShown(file.type) ? window.open('', '_blank') : null;
  try {
    const { blob } = await bytes();
    if (tab === null) {
      saveFile({ blob, name: file.label });
      return;
    }
    const url = URL.createObjectURL(new Blob([blob], { type: file.type }));
    tab.location.replace(url);
    // As long as its tab is open it can be read again there, and saved.
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
