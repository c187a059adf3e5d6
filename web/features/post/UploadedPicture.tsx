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

/** Width to height; taller pictures are cropped. */
const MIN_ASPECT_RATIO = 4 / 5
/** The longer side of the small rendition. */
const SMALL_SIDE_PX = 640

/** An uploaded picture: reserves its space and shows the blurred placeholder first. */
export function UploadedPicture({
  picture,
  alt,
  isEager,
}: {
  picture: Picture
  alt: string
  isEager: boolean
}) {
  const { url, smallUrl, width, height, placeholder } = picture
  const placeholderImage = useMemo(() => placeholder && placeholderUrl(placeholder), [placeholder])
  const smallWidth = Math.round((width * SMALL_SIDE_PX) / Math.max(width, height, SMALL_SIDE_PX))
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
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      display="block"
      w="full"
      mt="3"
      borderRadius="card"
      objectFit="cover"
      bg="subtle"
      backgroundSize="cover"
      style={{
        aspectRatio: Math.max(width / height, MIN_ASPECT_RATIO),
        ...(placeholderImage && { backgroundImage: `url(${placeholderImage})` }),
      }}
    />
  )
}
