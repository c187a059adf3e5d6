/** The longest side that is shown anywhere, in pixels; the server keeps no larger one. */
const LONGEST_SIDE = 1600
const QUALITY = 0.85
/** Formats that are one still picture. Others may be animations, which a canvas would stop. */
const STILL = ['image/jpeg', 'image/png', 'image/avif', 'image/heic', 'image/heif']

/** A large still picture made smaller, so that less is sent; anything else, and what this browser can't read, as it is. */
export async function scaledDown(file: File): Promise<Blob> {
  if (!STILL.includes(file.type)) return file
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = LONGEST_SIDE / Math.max(picture.width, picture.height)
    if (scale >= 1) return file
    const canvas = new OffscreenCanvas(
      Math.round(picture.width * scale),
      Math.round(picture.height * scale),
    )
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const smaller = await encoded(canvas, file.type)
    return smaller.size < file.size ? smaller : file
  } catch {
    return file
  }
}

async function encoded(canvas: OffscreenCanvas, original: string): Promise<Blob> {
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
  // A browser that can't write a format writes PNG without a word, which for a photograph is larger than it was.
  if (webp.type === 'image/webp' || original === 'image/png') return webp
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}
