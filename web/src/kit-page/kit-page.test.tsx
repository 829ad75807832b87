import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'
// Loaded with the tests, so that the first test does not wait for it.
import './KitPage.tsx'

const sources: Record<string, string> = import.meta.glob('../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const isTest = (file: string) => file.endsWith('.test.tsx')
const partsIn = (files: [string, string][], imported: RegExp) =>
  new Set(files.flatMap(([, text]) => [...text.matchAll(imported)].map(([, part]) => part)))

test('the component page shows every component that other pages use', () => {
  const files = Object.entries(sources).filter(([file]) => !isTest(file))
  // A pattern also renders the components that it is built from.
  const shown = partsIn(
    files.filter(([file]) => file.startsWith('./') || file.startsWith('../patterns/')),
    /(?:ui|patterns|\.)\/([A-Z]\w+)\.tsx'/g,
  )
  const used = partsIn(
    files.filter(([file]) => !file.startsWith('./') && !file.startsWith('../patterns/')),
    /(?:ui|patterns)\/([A-Z]\w+)\.tsx'/g,
  )
  expect(used.size).toBeGreaterThan(20)
  expect([...used].filter((part) => !shown.has(part))).toEqual([])
})

test('the page shows the parts in light and in dark', async () => {
  renderPage('/kit')
  for (const mode of ['light', 'dark']) expect(await screen.findByRole('region', { name: mode })).toBeTruthy()
})
