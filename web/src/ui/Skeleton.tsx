import type { CSSProperties } from 'react'
import classes from './Skeleton.module.css'

interface SkeletonProps {
  /** CSS lengths; the width is full by default. */
  width?: string
  height: string
  /** A line of text: of the same height, drawn slightly lower. */
  text?: boolean
  radius?: string
}

/** One placeholder block of the size of the coming content. Combine several to match the final layout. */
export function Skeleton({ width = '100%', height, text = false, radius }: SkeletonProps) {
  const style = { '--skeleton-width': width, '--skeleton-height': height, '--skeleton-radius': radius } as CSSProperties
  return <span className={classes['block']} data-text={text || undefined} style={style} aria-hidden="true" />
}

interface SkeletonLinesProps {
  lines: number
  /** Height of one line. */
  height?: string
}

/** Several lines of text; the last one is shorter. */
export function SkeletonLines({ lines, height = '1.25rem' }: SkeletonLinesProps) {
  return Array.from({ length: lines }, (_, line) => (
    <Skeleton key={line} text height={height} width={line === lines - 1 ? '62%' : '100%'} />
  ))
}
