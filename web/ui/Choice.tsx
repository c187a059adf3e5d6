import { chakra } from '@chakra-ui/react'

/** The label around a radio button or checkbox, with its text. */
export const Choice = chakra('label', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'flex-start',
    minH: 'touch',
    px: '2',
    py: '1',
    mx: '-2',
    borderRadius: 'control',
    cursor: 'pointer',
    _hover: { bg: 'subtle' },
  },
})

/** What a `Choice` means: a name, and a sentence about it. */
export function ChoiceText({ name, about }: { name: string; about?: string | undefined }) {
  return (
    <span>
      <chakra.span display="block" textStyle="name">
        {name}
      </chakra.span>
      {about && (
        <chakra.span textStyle="meta" color="muted">
          {about}
        </chakra.span>
      )}
    </span>
  )
}
