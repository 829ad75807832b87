/** WCAG 2 contrast of '#rrggbb' colors, as pure functions so that tests can check every brand. */

type Rgb = readonly [number, number, number]

const HEX = /^#[0-9a-f]{6}$/i

/** True for '#rrggbb', the only color format of the UI components. */
export const isHexColor = (color: string): boolean => HEX.test(color)

function channels(hex: string): Rgb {
  const at = (index: number) => Number.parseInt(hex.slice(index, index + 2), 16)
  return [at(1), at(3), at(5)]
}

function linear(channel: number): number {
  const fraction = channel / 255
  return fraction <= 0.04045 ? fraction / 12.92 : ((fraction + 0.055) / 1.055) ** 2.4
}

/** Relative luminance, 0 (black) to 1 (white). */
export function luminance(hex: string): number {
  const [red, green, blue] = channels(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Contrast ratio of two colors, 1 to 21. */
export function contrast(first: string, second: string): number {
  const [a, b] = [luminance(first), luminance(second)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** `hex` moved by `part` (0 to 1) towards `target`. */
export function mix(hex: string, target: string, fraction: number): string {
  const to = channels(target)
  const mixed = channels(hex).map((from, index) => Math.round(from + ((to[index] ?? 0) - from) * fraction))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Luminance above which black text reads better than white: where both have the same contrast. */
export const LUMINANCE_THRESHOLD = 0.18

/** Black or white, whichever has the higher contrast to the color; never below 4.5:1. */
export const textColorOn = (hex: string): string => (luminance(hex) > LUMINANCE_THRESHOLD ? '#000000' : '#ffffff')

const STEPS = 20

/**
 * Returns the color if its contrast to all backgrounds is at least `ratio`, else the nearest mixture with black (on
 * light backgrounds) or white (on dark ones) that has it.
 */
export function readable(hex: string, backgrounds: readonly string[], ratio: number): string {
  const dark = backgrounds.every((background) => luminance(background) <= LUMINANCE_THRESHOLD)
  const target = dark ? '#ffffff' : '#000000'
  for (let step = 0; step <= STEPS; step += 1) {
    const candidate = mix(hex, target, step / STEPS)
    if (backgrounds.every((background) => contrast(candidate, background) >= ratio)) return candidate
  }
  return target
}

const TINTS = [0.93, 0.85, 0.68, 0.5, 0.32, 0.15]
const DARKER = [0.15, 0.3, 0.45]

/** The ten shades that the component library needs; the one at index 6 is the color itself. */
export function shades(hex: string): string[] {
  return [
    ...TINTS.map((fraction) => mix(hex, '#ffffff', fraction)),
    hex.toLowerCase(),
    ...DARKER.map((fraction) => mix(hex, '#000000', fraction)),
  ]
}
