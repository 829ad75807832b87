import type { CSSProperties } from 'react'
import classes from './Skeleton.module.css'

interface SkeletonProps {
  /** CSS lengths; the width is full by default. */
  width?: string
  height: string
  /** A line of text: as high as one, drawn a little lower. */
  text?: boolean
  radius?: string
}

/** One block in the place, and of the size, of what is coming. Compose them to the final geometry. */
export function Skeleton({ width = '100%', height, text = false, radius }: SkeletonProps) {
  const style = { '--skeleton-width': width, '--skeleton-height': height, '--skeleton-radius': radius } as CSSProperties
  return <span className={classes['block']} data-text={text || undefined} style={style} aria-hidden="true" />
}

interface SkeletonLinesProps {
  lines: number
  /** Height of one line. */
  height?: string
}

/** Some lines of text; the last one is shorter. */
export function SkeletonLines({ lines, height = '1.25rem' }: SkeletonLinesProps) {
  return Array.from({ length: lines }, (_, line) => (
    <Skeleton key={line} text height={height} width={line === lines - 1 ? '62%' : '100%'} />
  ))
}
