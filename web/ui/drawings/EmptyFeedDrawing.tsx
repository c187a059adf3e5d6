import { Accent, Drawing } from './Drawing.tsx'

/** A seedling on a window sill at sunrise. */
export function EmptyFeedDrawing() {
  return (
    <Drawing>
      <path d="M46 118V22c0-4 3-7 7-7h94c4 0 7 3 7 7v96" />
      <path d="M32 118h136M100 15v103M46 64h54M138 64h16" />
      <path d="M108 100h26l-3 18h-20z" />
      <path d="M105 93h32v7h-32z" />
      <path d="M121 93V68" />
      <path d="M121 78c-10 1-16-4-17-13 10-1 16 3 17 13zM121 70c0-10 6-16 17-16 0 10-6 16-17 16z" />
      <Accent>
        <path d="M58 118a15 15 0 0 1 30 0" />
        <path d="M73 95v-8M56.500 101.500l-5-5M89.500 101.500l5-5" />
      </Accent>
    </Drawing>
  )
}
