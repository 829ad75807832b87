import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nodeStates, type TreeEvent, type TreePath, type TreeSelection, treeSelection } from './tree-selection.ts'

const empty: TreeSelection = new Map()
const toggle = (state: TreeSelection, ...path: string[]) => treeSelection(state, { type: 'toggle', path })
const stateAfter = (...paths: TreePath[]): TreeSelection => new Map(paths.map((path) => [path.at(-1) ?? '', path]))

describe('selecting nodes', () => {
  test('a node is selected and taken out again', () => {
    const selected = toggle(empty, '1', '11')
    expect(selected).toEqual(stateAfter(['1', '11']))
    expect(toggle(selected as TreeSelection, '1', '11')).toEqual(empty)
  })

  test('a node above or below a selected one is refused (UADM-126)', () => {
    const state = stateAfter(['1', '11'])
    expect(toggle(state, '1')).toBe('conflict')
    expect(toggle(state, '1', '11', '111')).toBe('conflict')
    expect(toggle(state, '1', '12')).toEqual(stateAfter(['1', '11'], ['1', '12']))
  })

  test('a parent includes all below it, and shows where it is selected in part (decision E16)', () => {
    const state = nodeStates(stateAfter(['1', '11']))
    expect([['1'], ['1', '11'], ['1', '11', '111'], ['1', '12'], ['2']].map(state)).toEqual([
      'mixed',
      'on',
      'inherited',
      'off',
      'off',
    ])
  })

  test('removing and clearing', () => {
    const state = stateAfter(['1', '11'], ['2'])
    expect(treeSelection(state, { type: 'remove', id: '11' })).toEqual(stateAfter(['2']))
    expect(treeSelection(state, { type: 'remove', id: '9' })).toEqual(state)
    expect(treeSelection(state, { type: 'clear' })).toEqual(empty)
  })
})

describe('in every tree and every order of events', () => {
  /** The path of a node in a tree of three children each, whose ids say where they are. */
  const paths = fc
    .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
    .map((steps): TreePath => steps.map((_, at) => steps.slice(0, at + 1).join('')))
  const events = fc.oneof(
    { weight: 8, arbitrary: paths.map((path): TreeEvent => ({ type: 'toggle', path })) },
    { weight: 1, arbitrary: paths.map((path): TreeEvent => ({ type: 'remove', id: path.at(-1) ?? '' })) },
  )
  const run = (list: readonly TreeEvent[]) =>
    list.reduce<TreeSelection>((state, event) => {
      const next = treeSelection(state, event)
      return next === 'conflict' ? state : next
    }, empty)
  const isAbove = (one: TreePath, other: TreePath) =>
    one.length < other.length && one.every((id, at) => id === other[at])

  test('no selected node is above another one', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), (list) => {
        const selected = [...run(list).values()]
        for (const one of selected) for (const other of selected) expect(isAbove(one, other)).toBe(false)
      }),
    )
  })

  test('a node is refused exactly where one above or below it is selected', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), paths, (list, path) => {
        const state = run(list)
        const isRelated = [...state.values()].some((one) => isAbove(one, path) || isAbove(path, one))
        expect(treeSelection(state, { type: 'toggle', path }) === 'conflict').toBe(isRelated)
        expect(['mixed', 'inherited'].includes(nodeStates(state)(path))).toBe(isRelated)
      }),
    )
  })

  test('toggling twice changes nothing, and no event changes the state it was given', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), paths, (list, path) => {
        const state = run(list)
        const before = new Map(state)
        const once = treeSelection(state, { type: 'toggle', path })
        expect(state).toEqual(before)
        fc.pre(once !== 'conflict')
        expect(treeSelection(once, { type: 'toggle', path })).toEqual(before)
      }),
    )
  })
})
