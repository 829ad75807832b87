import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { KitPage } from './KitPage.tsx'

const sources: Record<string, string> = import.meta.glob('../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const isTest = (file: string) => file.endsWith('.test.tsx')
const usedBy = (files: [string, string][]) =>
  new Set(files.flatMap(([, text]) => [...text.matchAll(/ui\/([A-Z]\w+)\.tsx'/g)].map(([, part]) => part)))

test('whoever builds with the house kit finds every part that pages use on its page', () => {
  const files = Object.entries(sources).filter(([file]) => !isTest(file))
  const shown = usedBy(files.filter(([file]) => file.startsWith('./')))
  const used = usedBy(files.filter(([file]) => !file.startsWith('./')))
  expect(used.size).toBeGreaterThan(20)
  expect([...used].filter((part) => !shown.has(part))).toEqual([])
})

test('the page shows the parts in light and in dark', async () => {
  render(<KitPage />)
  for (const mode of ['light', 'dark']) expect(screen.getByRole('region', { name: mode })).toBeTruthy()
  expect(await screen.findAllByRole('listbox', { name: 'People' })).toHaveLength(2)
})
