import { Accent, Drawing } from './Drawing.tsx'

/** A cup of tea; the steam is a question mark. */
export function NotFoundDrawing() {
  return (
    <Drawing>
      <path d="M66 74h62v20c0 17-12 26-31 26S66 111 66 94z" />
      <path d="M128 80h7c15 0 15 25 0 25h-9" />
      <path d="M48 126h98" />
      <path d="M24 126h12M158 126h18" strokeDasharray="2 6" />
      <path d="M76 84v9c0 6 2 11 6 14" opacity="0.5" />
      <Accent>
        <path d="M87 32c0-10 7-17 16-16 9 1 14 9 12 17-2 9-14 11-14 22" />
        <path d="M101 64v.5" strokeWidth="4" />
      </Accent>
    </Drawing>
  )
}
