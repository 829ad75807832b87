import { useEffect, useEffectEvent, useState } from 'react'

/** Runs `onEnd` after this many seconds, unless stopped before. `secondsLeft` is null once it has been stopped. */
export function useCountdown(seconds: number, onEnd: () => void): { secondsLeft: number | null; stop: () => void } {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(seconds)
  // A new callback on every render must not restart the timer.
  const end = useEffectEvent(onEnd)
  const isRunning = secondsLeft !== null
  useEffect(() => {
    if (!isRunning) return undefined
    // By the clock, because browsers slow down the timers of hidden tabs.
    const endsAt = Date.now() + seconds * 1000
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
      setSecondsLeft(left)
      if (left > 0) return
      clearInterval(timer)
      end()
    }, 1000)
    return () => clearInterval(timer)
  }, [isRunning, seconds])
  return { secondsLeft, stop: () => setSecondsLeft(null) }
}
