import { Accent, Drawing } from './Drawing.tsx'

/** A kite in a light wind. */
export function ExploreDrawing() {
  return (
    <Drawing>
      <path d="M128 14 156 46 122 84 94 40z" />
      <path d="M128 14 122 84M94 40l62 6" />
      <path d="M122 84c-8 10-22 4-30 14s6 16-6 22-30-2-44 6" />
      <path d="M30 48h22c7 0 7-9 0-9-1-9-15-9-16 0-9-2-13 9-6 9z" />
      <path d="M160 106h18c6 0 6-8 0-8-1-8-13-8-14 0-7-1-10 8-4 8z" />
      <Accent>
        <path d="M92 98 82 96 88 89zM92 98 96 107 102 100z" />
        <path d="M86 120 78 114 86 110zM86 120 86 130 94 126z" />
        <path d="M60 122 56 113 65 113zM60 122 56 131 65 131z" />
      </Accent>
    </Drawing>
  )
}
