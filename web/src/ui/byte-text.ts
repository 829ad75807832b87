const UNITS = ['KB', 'MB', 'GB', 'TB']

const figures = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Bytes as people read them: '512 bytes', '3.4 MB'. */
export function byteText(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${figures.format(bytes)} bytes`
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length)
  return `${figures.format(bytes / 1024 ** power)} ${UNITS[power - 1]}`
}
