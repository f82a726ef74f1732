export const mostPictureBytes = 300 * 1024;
export const pictureKinds = ['image/png', 'image/jpeg'];

/** The fault of a file that can be seen before it is sent; null if there is none. */
export function faultOfPicture(file: File): 'IMAGE_KIND' | 'IMAGE_TOO_LARGE' | null {
  if (!pictureKinds.includes(file.type)) return 'IMAGE_KIND';
  return file.size > mostPictureBytes ? 'IMAGE_TOO_LARGE' : null;
}

export const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(base64In(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable file')));
    reader.readAsDataURL(file);
  });

/** The part of a data address after the comma. */
const base64In = (read: string | ArrayBuffer | null): string =>
  typeof read === 'string' ? read.slice(read.indexOf(',') + 1) : '';
