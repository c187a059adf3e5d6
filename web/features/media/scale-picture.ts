/** The server stores no larger picture. */
const MAX_SIDE_PX = 1600
const QUALITY = 0.85
/** Other formats may be animated, and a canvas keeps only one frame. */
const STILL_TYPES = ['image/jpeg', 'image/png', 'image/avif', 'image/heic', 'image/heif']

/** Scales a large still picture down to save upload time. Returns any other file unchanged. */
export async function scaleDown(file: File): Promise<Blob> {
  if (!STILL_TYPES.includes(file.type)) return file
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = MAX_SIDE_PX / Math.max(picture.width, picture.height)
    if (scale >= 1) return file
    const canvas = new OffscreenCanvas(
      Math.round(picture.width * scale),
      Math.round(picture.height * scale),
    )
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const smaller = await encode(canvas, file.type)
    return smaller.size < file.size ? smaller : file
  } catch {
    return file
  }
}

async function encode(canvas: OffscreenCanvas, original: string): Promise<Blob> {
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
  // A browser without a WebP encoder silently writes PNG, which is larger for photos.
  if (webp.type === 'image/webp' || original === 'image/png') return webp
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}
