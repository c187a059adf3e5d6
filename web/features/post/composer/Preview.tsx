import { chakra } from '@chakra-ui/react'

/** What the picture will look like in the post; `onFailed` when there is none at the address. */
export function Preview({ url, onFailed }: { url: string; onFailed?: () => void }) {
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
