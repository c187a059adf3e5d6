import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'

interface PicturePickerProps extends ComponentProps<typeof chakra.label> {
  onChoose: (file: File) => void
}

/** A label that opens the file dialog. */
export function PicturePicker({ onChoose, children, ...label }: PicturePickerProps) {
  return (
    <chakra.label
      _focusWithin={{ outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' }}
      {...label}
    >
      {children}
      <chakra.input
        type="file"
        accept="image/*"
        srOnly
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) onChoose(file)
        }}
      />
    </chakra.label>
  )
}
