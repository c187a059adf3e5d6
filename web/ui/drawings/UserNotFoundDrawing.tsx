import { Accent, Drawing } from './Drawing.tsx'

/** An empty chair at a table with a cup. */
export function UserNotFoundDrawing() {
  return (
    <Drawing>
      <path d="M44 126 38 30c0-8 9-8 10-1l6 54" />
      <path d="M42 83h38c7 0 7 10 0 10H42" />
      <path d="m76 93 5 33" />
      <path d="M98 70h80M108 70v56M168 70v56" />
      <path d="M126 52h22v8c0 6-4 10-11 10s-11-4-11-10zM148 55h3c6 0 6 9 0 9h-4" />
      <path d="M22 126h160" />
      <Accent>
        <path d="M132 43c-4-4 4-8 0-13M142 43c-4-4 4-8 0-13" />
      </Accent>
    </Drawing>
  )
}
