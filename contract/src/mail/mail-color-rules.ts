type Rgb = readonly [number, number, number]

const channels = (hex: string): Rgb => {
  const at = (index: number) => Number.parseInt(hex.slice(index, index + 2), 16)
  return [at(0), at(2), at(4)]
}

const linear = (channel: number) => {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** WCAG contrast of two colors 'rrggbb', 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Returns black or white, whichever reads better on the color; never below 4.5. */
export const inkOn = (color: string): string =>
  contrast(color, '000000') > contrast(color, 'ffffff') ? '000000' : 'ffffff'

const STEPS = 20

/** Returns the color, moved towards black or white until it has the contrast with the ground. */
export function ensureContrast(color: string, background: string, ratio: number): string {
  const target = inkOn(background)
  for (let step = 0; step < STEPS; step++) {
    const candidate = mixed(color, target, step / STEPS)
    if (contrast(candidate, background) >= ratio) return candidate
  }
  return target
}

function mixed(color: string, target: string, part: number): string {
  const to = channels(target)
  return channels(color)
    .map((from, index) => Math.round(from + ((to[index] ?? 0) - from) * part))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')
}
