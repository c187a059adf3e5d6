import { type ComponentProps, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../lib/i18n.ts'
import { observeSize } from '../lib/observe-size.ts'
import { uiMessages } from '../messages/ui.ts'
import { Button } from './Button.tsx'
import { PostText } from './PostText.tsx'

/** Longer texts are folded. */
const MAX_LINES = 12
/** Characters that fit into a line, however narrow the window. */
const MIN_LINE_LENGTH = 10

/** Whether a text may have more lines than it shows; only then the lines are measured. */
export function mayFold(text: string): boolean {
  const lines = text.split('\n').map((line) => Math.ceil(line.length / MIN_LINE_LENGTH) || 1)
  return lines.reduce((sum, count) => sum + count) > MAX_LINES
}

/** Ids of the unfolded texts: they stay so while windowing unmounts them, and after Back. */
const unfolded = new Set<string>()

interface FoldableTextProps extends ComponentProps<typeof PostText> {
  /** Names the text among all that fold. */
  textId: string
  text: string
}

/** Shows twelve lines of a longer text, and a button for the rest. Screen readers get all of it. */
export function FoldableText({ textId, text, children = text, ...style }: FoldableTextProps) {
  if (!mayFold(text)) return <PostText {...style}>{children}</PostText>
  return (
    <MeasuredText textId={textId} {...style}>
      {children}
    </MeasuredText>
  )
}

function MeasuredText({ textId, children, ...style }: Omit<FoldableTextProps, 'text'>) {
  const id = useId()
  const text = useRef<HTMLParagraphElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isFolded, setFolded] = useState(() => !unfolded.has(textId))
  const [isLong, setLong] = useState(!isFolded)

  // Before the first paint, so that the button does not shift the page.
  useLayoutEffect(() => {
    const element = text.current
    if (!element || !isFolded) return
    const measure = () => setLong(element.scrollHeight > element.clientHeight + 1)
    measure()
    return observeSize(element, measure)
  }, [isFolded])

  const toggle = () => {
    if (isFolded) unfolded.add(textId)
    else unfolded.delete(textId)
    // What the reader looks at keeps its place: the text when it unfolds, the button when it folds.
    const anchor = isFolded ? text : button
    const top = () => anchor.current?.getBoundingClientRect().top ?? 0
    const before = top()
    flushSync(() => setFolded(!isFolded))
    window.scrollBy(0, top() - before)
  }

  return (
    <>
      <PostText {...style} ref={text} id={id} {...(isFolded && { lineClamp: MAX_LINES })}>
        {children}
      </PostText>
      {isLong && (
        <Button
          ref={button}
          variant="ghost"
          px="3"
          ms="-3"
          color="accentText"
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={toggle}
        >
          {t(isFolded ? uiMessages.showMore : uiMessages.showLess)}
        </Button>
      )}
    </>
  )
}
