const UNITS = ['KB', 'MB', 'GB', 'TB']

const figures = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Bytes as people read them: '512 bytes', '3.4 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${figures.format(bytes)} bytes`
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length)
  return `${figures.format(bytes / 1024 ** power)} ${UNITS[power - 1]}`
}

/** A calendar day in words: '2026-11-21' is '11/21/2026' (GENL-024). */
export const formatDay = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`

/** In the viewer's own zone, which is named. */
const localInstant = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** A moment in words, such as '11/21/2026, 8:40 AM CST'. */
export const formatInstant = (instant: Date): string => localInstant.format(instant)

const localDay = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' })

/** The day of a moment in the viewer's own zone, such as '11/21/2026'. */
export const formatDayOf = (instant: Date): string => localDay.format(instant)
