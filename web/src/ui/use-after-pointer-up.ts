import { useEffect, useRef } from 'react'

const BEGINS = ['pointerdown', 'mousedown'] as const
const ENDS = ['pointerup', 'pointercancel', 'mouseup', 'dragend'] as const

/**
 * Delays work until a press of the mouse or a finger has ended: an error message that appears meanwhile moves the
 * content down, and a button that moves between mousedown and mouseup is not clicked. On touch, the focus moves between
 * the mouse events that the browser sends afterwards, so both kinds of events count.
 */
export function useAfterPointerUp() {
  const isUnderWay = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      clearTimeout(timer)
      isUnderWay.current = true
    }
    const finish = () => {
      isUnderWay.current = false
      for (const work of waiting.current.splice(0)) work()
    }
    // The click event follows the release in the same task.
    const end = () => {
      clearTimeout(timer)
      timer = setTimeout(finish)
    }
    for (const type of BEGINS) addEventListener(type, begin, true)
    for (const type of ENDS) addEventListener(type, end, true)
    return () => {
      clearTimeout(timer)
      for (const type of BEGINS) removeEventListener(type, begin, true)
      for (const type of ENDS) removeEventListener(type, end, true)
    }
  }, [])
  return {
    after: (work: () => void) => {
      if (isUnderWay.current) waiting.current.push(work)
      else work()
    },
  }
}
