import { TextField, type TextFieldProps } from '../../ui/Field.tsx'

/** A field for a link to a photo or a video. */
export function LinkField({ onChange, ...field }: TextFieldProps) {
  return (
    <TextField
      type="url"
      inputMode="url"
      autoComplete="off"
      placeholder="https://"
      {...field}
      onChange={(url) => onChange(url.trim())}
    />
  )
}
