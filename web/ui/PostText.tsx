import { chakra } from '@chakra-ui/react'

/** Keeps line breaks and takes the text direction from the content. */
export const PostText = chakra(
  'p',
  {
    base: {
      textStyle: 'post',
      mt: '3',
      maxW: 'reading',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
    },
  },
  { defaultProps: { dir: 'auto' } },
)
