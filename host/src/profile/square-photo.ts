const side = 256;

/**
 * Crops the middle of a picture to a small square JPEG in base64, because a camera picture would be far too large. Rejects files
 * that are not pictures.
 */
export async function squarePhoto(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const shorter = Math.min(picture.width, picture.height);
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  // JPEG has no transparency; transparent parts would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  const [x, y] = [(picture.width - shorter) / 2, (picture.height - shorter) / 2];
  context.drawImage(picture, x, y, shorter, shorter, 0, 0, side, side);
  picture.close();
  const address = canvas.toDataURL('image/jpeg', 0.85);
  return address.slice(address.indexOf(',') + 1);
}
