import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { TREE_NODES_MAX, type TreeNode, treeRows } from './tree-rows.ts'
import { type TreeSelection, treeSelection } from './tree-selection.ts'
import type { LoadChildren } from './use-tree-branches.ts'
import { VirtualTree } from './VirtualTree.tsx'

const node = (path: string, childCount = 0): TreeNode => ({
  id: path.split('/').at(-1) ?? '',
  label: `Node ${path}`,
  path: path.split('/'),
  childCount,
})
const many = Array.from({ length: 250 }, (_, index) => node(`b/b${index}`))
const children: Record<string, readonly TreeNode[]> = {
  '': [node('a', 2), node('b', 250), node('c')],
  a: [node('a/a1', 1), node('a/a2')],
  a1: [node('a/a1/a11')],
  b: many,
}
let requests: string[]
let load: LoadChildren
beforeEach(() => {
  requests = []
  load = (parent, offset) => {
    requests.push(`${parent?.id ?? ''} ${offset}`)
    const all = children[parent?.id ?? ''] ?? []
    return Promise.resolve({ nodes: all.slice(offset, offset + 100), total: all.length })
  }
  // The test's page has no layout.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(440)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(600)
})

function Tree({ source = 'all' }: { source?: string }) {
  const [selection, setSelection] = useState<TreeSelection>(new Map())
  return (
    <ThemeProvider buttonColor="#2f5d8a">
      <VirtualTree
        label="Nodes"
        source={source}
        loadChildren={load}
        selection={selection}
        onToggle={({ path }) => {
          const next = treeSelection(selection, { type: 'toggle', path })
          if (next !== 'conflict') setSelection(next)
        }}
        empty="Nothing here."
      />
    </ThemeProvider>
  )
}
async function open() {
  const page = render(<Tree />)
  await screen.findByText('Node a')
  const tree = screen.getByRole('tree', { name: 'Nodes' })
  tree.focus()
  return { ...page, tree, person: userEvent.setup() }
}
const active = () =>
  document.getElementById(screen.getByRole('tree').getAttribute('aria-activedescendant') ?? '')?.textContent
const item = (name: string) => screen.getByRole('treeitem', { name })

describe('a tree by keyboard', () => {
  test('arrows open and close, and go from row to row (UADM-020)', async () => {
    const { person } = await open()
    expect(active()).toBe('Node a')
    await person.keyboard('{ArrowRight}')
    await screen.findByText('Node a/a1')
    expect(item('Node a').getAttribute('aria-expanded')).toBe('true')
    await person.keyboard('{ArrowRight}{ArrowDown}')
    expect(active()).toBe('Node a/a2')
    await person.keyboard('{ArrowLeft}')
    expect(active()).toBe('Node a')
    await person.keyboard('{ArrowLeft}')
    expect(item('Node a').getAttribute('aria-expanded')).toBe('false')
    await person.keyboard('{End}')
    expect(active()).toBe('Node c')
    await person.keyboard('{ArrowDown}{Home}')
    expect(active()).toBe('Node a')
    await person.keyboard('n')
    expect(active()).toBe('Node b')
  })

  test('levels and positions are those of the whole tree, loaded or not', async () => {
    const { person } = await open()
    await person.keyboard('{ArrowDown}{ArrowRight}')
    await screen.findByText('Node b/b0')
    const first = item('Node b/b0')
    expect(['aria-level', 'aria-posinset', 'aria-setsize'].map((name) => first.getAttribute(name))).toEqual([
      '2',
      '1',
      '250',
    ])
  })

  test('Space selects; parents show that a part is selected, and children that all is', async () => {
    const { person } = await open()
    await person.keyboard('{ArrowRight}')
    await screen.findByText('Node a/a1')
    await person.keyboard('{ArrowDown}{ArrowRight}')
    await screen.findByText('Node a/a1/a11')
    await person.keyboard(' ')
    expect(item('Node a').getAttribute('aria-checked')).toBe('mixed')
    expect(item('Node a/a1').getAttribute('aria-checked')).toBe('true')
    expect(item('Node a/a1/a11').getAttribute('aria-checked')).toBe('true')
    expect(item('Node a/a2').getAttribute('aria-checked')).toBe('false')
    await person.keyboard('{Enter}')
    expect(item('Node a').getAttribute('aria-checked')).toBe('false')
  })

  test('the next hundred come on Enter, and the first of them is active then (UIGN-029)', async () => {
    const { person } = await open()
    await person.keyboard('{ArrowDown}{ArrowRight}')
    await screen.findByText('Node b/b0')
    await person.keyboard('{End}{ArrowUp}')
    expect(active()).toBe('Show 100 more of 250')
    await person.keyboard('{Enter}')
    await waitFor(() => expect(active()).toBe('Node b/b100'))
    expect(requests).toEqual([' 0', 'b 0', 'b 100'])
  })
})

test('a press on the arrow opens, one beside it selects', async () => {
  const { person } = await open()
  const arrow = item('Node a').querySelector('[data-arrow]')
  expect(arrow).not.toBeNull()
  await person.click(arrow as Element)
  await screen.findByText('Node a/a1')
  expect(item('Node a').getAttribute('aria-checked')).toBe('false')
  await person.click(screen.getByText('Node a/a2'))
  expect(item('Node a/a2').getAttribute('aria-checked')).toBe('true')
})

test('scrolling within 200 pixels of the bottom brings the next hundred, of the last branch in sight (UIGN-029, UIGN-030)', async () => {
  const { person, tree } = await open()
  await person.keyboard('{ArrowDown}{ArrowRight}')
  await screen.findByText('Node b/b0')
  const height = 104 * 40
  vi.spyOn(tree, 'scrollHeight', 'get').mockReturnValue(height)
  vi.spyOn(tree, 'clientHeight', 'get').mockReturnValue(440)
  const scrollTo = (top: number) => {
    tree.scrollTop = top
    fireEvent.scroll(tree)
  }
  scrollTo(height - 440 - 201)
  expect(requests).toEqual([' 0', 'b 0'])
  scrollTo(height - 440 - 200)
  await waitFor(() => expect(requests).toEqual([' 0', 'b 0', 'b 100']))
})

test('another source begins at its first row; what fails can be tried again', async () => {
  const { person, rerender, tree } = await open()
  await person.keyboard('{ArrowRight}')
  await screen.findByText('Node a/a1')
  const all = load
  load = () => Promise.reject(new Error('offline'))
  rerender(<Tree source="other" />)
  await screen.findByText('The entries couldn’t be loaded. Try again')
  load = all
  rerender(<Tree source="other" />)
  tree.focus()
  await person.keyboard('{Enter}')
  await screen.findByText('Node a')
  expect(active()).toBe('Node a')
  expect(screen.queryByText('Node a/a1')).toBeNull()
})

test('the active row stays the same node when rows come above it', async () => {
  const { person, tree } = await open()
  await person.keyboard('{End}')
  expect(active()).toBe('Node c')
  fireEvent.click(item('Node a').querySelector('[data-arrow]') ?? item('Node a'))
  await screen.findByText('Node a/a1')
  tree.focus()
  await person.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(active()).toBe('Node b')
  await person.keyboard('{ArrowLeft}{ArrowRight}')
  await waitFor(() => expect(item('Node b').getAttribute('aria-expanded')).toBe('true'))
  expect(active()).toBe('Node b')
})

test('while another source loads, nothing is added to the rows of the one before', async () => {
  const { person, rerender } = await open()
  await person.keyboard('{ArrowDown}{ArrowRight}')
  await screen.findByText('Node b/b0')
  let answerSearch: (page: { nodes: readonly TreeNode[]; total: number }) => void = () => undefined
  load = (parent, offset) => {
    requests.push(`search ${parent?.id ?? ''} ${offset}`)
    return new Promise((resolve) => (answerSearch = resolve))
  }
  rerender(<Tree source="search" />)
  await waitFor(() => expect(requests.at(-1)).toBe('search  0'))
  await person.keyboard('{Home}{ArrowRight}')
  fireEvent.scroll(screen.getByRole('tree'))
  expect(requests.filter((asked) => asked.startsWith('search'))).toEqual(['search  0'])
  answerSearch({ nodes: [node('found')], total: 1 })
  await screen.findByText('Node found')
})

test('a tree without nodes says so', async () => {
  load = () => Promise.resolve({ nodes: [], total: 0 })
  render(<Tree />)
  expect(await screen.findByText('Nothing here.')).toBeDefined()
})

test('only rows in sight are in the page, however many are loaded', async () => {
  load = () =>
    Promise.resolve({ nodes: Array.from({ length: TREE_NODES_MAX }, (_, index) => node(`n${index}`)), total: 90_000 })
  render(<Tree />)
  const tree = within(await screen.findByRole('tree'))
  await screen.findByText('Node n0')
  expect(tree.getAllByRole('treeitem').length).toBeLessThan(40)
  const person = userEvent.setup()
  screen.getByRole('tree').focus()
  await person.keyboard('{End}')
  await waitFor(() => expect(active()).toBe('No more can be shown. Search, or close some branches.'))
})

test('a node that is shown twice, by a search and below its parent, has two rows', () => {
  const parent = node('a', 1)
  const rows = treeRows(
    new Map([
      ['', { nodes: [parent, node('a/a1')], total: 2, state: 'loaded' as const }],
      ['a', { nodes: [node('a/a1')], total: 1, state: 'loaded' as const }],
    ]),
    new Set(['a']),
  )
  expect(new Set(rows.map(({ key }) => key)).size).toBe(3)
})
