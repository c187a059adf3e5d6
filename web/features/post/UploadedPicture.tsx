import { chakra } from '@chakra-ui/react'
import { useMemo } from 'react'
import { placeholderUrl } from '../../lib/placeholder.ts'

interface Picture {
  url: string
  smallUrl: string | null
  width: number
  height: number
  placeholder: string | null
}

/** Portraits are shown up to this ratio of width to height, and cut no further. */
const TALLEST = 4 / 5
/** The longer side of the small rendition, in pixels. */
const SMALL_SIDE = 640

/** A picture that was uploaded: its place is kept, its placeholder shows first. */
/** @param isFirst whether it is on the screen when the page comes, and should not wait */
export function UploadedPicture({
  picture,
  alt,
  isFirst,
}: {
  picture: Picture
  alt: string
  isFirst: boolean
}) {
  const { url, smallUrl, width, height, placeholder } = picture
  const blurred = useMemo(() => placeholder && placeholderUrl(placeholder), [placeholder])
  const smallWidth = Math.round((width * SMALL_SIDE) / Math.max(width, height, SMALL_SIDE))
  return (
    <chakra.img
      src={url}
      srcSet={
        smallUrl && smallWidth < width ? `${smallUrl} ${smallWidth}w, ${url} ${width}w` : undefined
      }
      sizes="(min-width: 48rem) 35rem, calc(100vw - 4rem)"
      alt={alt}
      htmlWidth={width}
      htmlHeight={height}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      display="block"
      w="full"
      mt="3"
      borderRadius="card"
      objectFit="cover"
      bg="subtle"
      backgroundSize="cover"
      style={{
        aspectRatio: Math.max(width / height, TALLEST),
        ...(blurred && { backgroundImage: `url(${blurred})` }),
      }}
    />
  )
}
