import { Fragment } from 'react'
import classes from './BreakableText.module.css'

/** Characters of a part that stay on one line. */
const PART_MAX = 24

/** Email addresses break after their @ first, other names and long parts after their punctuation. */
function partsOf(text: string): string[] {
  return text
    .split(/(?<=@)/)
    .flatMap((part) => (part.length > PART_MAX || !text.includes('@') ? part.split(/(?<=[.:_-])/) : [part]))
}

/** An email address or another long name, which may be broken after its punctuation rather than within a word. */
export function BreakableText({ children }: { children: string }) {
  return (
    <span className={classes['text']}>
      {partsOf(children).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          <span className={classes[part.length > PART_MAX ? 'long' : 'part'] ?? ''}>{part}</span>
        </Fragment>
      ))}
    </span>
  )
}
