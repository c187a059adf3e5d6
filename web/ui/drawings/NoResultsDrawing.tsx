import { Accent, Drawing } from './Drawing.tsx'

/** A magnifying glass over a sunrise. */
export function NoResultsDrawing() {
  return (
    <Drawing>
      <circle cx="92" cy="62" r="40" />
      <path d="M121 91l7 7M126 103l7-7 26 26c2 2 2 5 0 7s-5 2-7 0z" />
      <path d="M30 126h70M112 126h8" strokeDasharray="14 7" />
      <path d="M63 74h58" />
      <path d="M72 84h26M106 84h6" />
      <Accent>
        <path d="M76 74a16 16 0 0 1 32 0" />
        <path d="M92 50v-7M75.500 57l-5-5M108.500 57l5-5" />
      </Accent>
    </Drawing>
  )
}
