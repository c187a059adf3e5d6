import { chakra } from '@chakra-ui/react'

export function ImagePreview({ url, onFailed }: { url: string; onFailed?: () => void }) {
  return (
    <chakra.img
      src={url}
      alt="Preview"
      referrerPolicy="no-referrer"
      w="full"
      h="12rem"
      objectFit="contain"
      borderRadius="control"
      {...(onFailed && { onError: onFailed })}
    />
  )
}
