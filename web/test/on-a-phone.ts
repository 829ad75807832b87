import { vi } from 'vitest'

/** What follows in the test is shown in a window as narrow as a phone's; `vi.unstubAllGlobals()` ends it. */
export function showOnPhone(): void {
  const unused = {
    addListener: vi.fn(),
    removeListener: vi.fn(),
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }
  vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: media === '(width < 37.5em)', ...unused }))
}
