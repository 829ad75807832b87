import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface FittingCount<Line extends HTMLElement> {
  /** For the line, whose width must not depend on its children. */
  ref: RefObject<Line | null>
  /** How many of the children to render, from the first on. */
  count: number
  /** The line is measured, and not painted: it must have all children, and after them the one that stands for the rest. */
  isMeasuring: boolean
}

/**
 * How many children fit beside each other in a line. Where not all fit, there is room for one more, which stands for the
 * rest, such as a menu. Children are measured once.
 */
export function useFittingCount<Line extends HTMLElement>(total: number): FittingCount<Line> {
  const ref = useRef<Line>(null)
  /** The right edge of each child within the line, in pixels, the last for the one that stands for the rest. */
  const [edges, setEdges] = useState<readonly number[] | null>(null)
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const line = ref.current
    if (!line) return undefined
    const start = line.getBoundingClientRect().left
    setEdges([...line.children].map((child) => child.getBoundingClientRect().right - start))
    const measure = () => setRoom(line.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(line)
    return () => observer.disconnect()
  }, [])
  if (edges === null) return { ref, count: total, isMeasuring: true }
  return { ref, count: fittingCount(edges, room), isMeasuring: false }
}

/** How many children fit, given the right edges of all and of the one after them that stands for the rest. */
export function fittingCount(edges: readonly number[], room: number): number {
  const children = edges.slice(0, -1)
  const whole = children.at(-1) ?? 0
  if (whole <= room) return children.length
  const rest = (edges.at(-1) ?? 0) - whole
  return children.filter((edge) => edge + rest <= room).length
}
