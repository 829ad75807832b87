import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ThemeProvider } from '../../../ui/ThemeProvider.tsx'
import { ScaledFrame } from './ScaledFrame.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  [339, 'phone', '390px'],
  [340, 'window', '1280px'],
])('in a place of %i pixels the preview has the layout of a %s', (width, _layout, laidOut) => {
  let measure: () => void = () => undefined
  class Observer {
    constructor(observe: (entries: object[]) => void) {
      const size = { inlineSize: width, blockSize: 100 }
      measure = () => observe([{ borderBoxSize: [size], contentRect: {} }])
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Observer)
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    run()
    return 1
  })
  render(
    <ThemeProvider buttonColor="#0057b8">
      <ScaledFrame label="Preview" size={{ width: 1280, height: 800 }}>
        {() => null}
      </ScaledFrame>
    </ThemeProvider>,
  )
  act(() => measure())
  expect(document.querySelector('iframe')?.style.width).toBe(laidOut)
})
