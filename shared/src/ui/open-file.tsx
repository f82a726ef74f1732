import { isShown, type Attachment } from '@daybook/contracts/files';
import { saveFile } from './save-file.tsx';

const keptMs = 60_000;

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
    setTimeout(() => URL.revokeObjectURL(url), keptMs);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
