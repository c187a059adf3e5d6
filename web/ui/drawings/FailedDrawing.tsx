import { Accent, Drawing } from './Drawing.tsx'

/** An unplugged cable. */
export function FailedDrawing() {
  return (
    <Drawing>
      <path d="M14 112c22 0 30-4 30-22 0-14 6-22 20-22" />
      <path d="M64 54h14c8 0 13 6 13 14s-5 14-13 14H64z" />
      <path d="M91 62h10M91 74h10" />
      <path d="M186 112c-22 0-30-4-30-22 0-14-6-22-20-22" />
      <path d="M136 54h-8c-6 0-9 3-9 9v10c0 6 3 9 9 9h8z" />
      <Accent>
        <path d="M110 46V33M101 48l-7-10M119 48l7-10" />
        <path d="M110 90v13M101 88l-7 10M119 88l7 10" />
      </Accent>
    </Drawing>
  )
}
