import type { TreePath } from './tree-selection.ts'

export interface TreeNode {
  id: string
  label: string
  /** Where the node stands in the whole tree, whatever level it is shown on. */
  path: TreePath
  childCount: number
  /** Its place in the tree in words, shown on hover; the label by default. */
  title?: string
  /** Where it stands, in words: for results of a search. */
  hint?: string | undefined
}

/** Children of one node that have been loaded, of `total`. */
export interface Branch {
  nodes: readonly TreeNode[]
  total: number
  state: 'loading' | 'loaded' | 'failed'
}

/** By the id of the parent; FIRST_LEVEL for the first level. */
export type Branches = ReadonlyMap<string, Branch>
export const FIRST_LEVEL = ''

/** A row of the tree: a node, or what stands for further siblings. */
export interface TreeRow {
  key: string
  kind: 'node' | 'more' | 'loading' | 'failed'
  node: TreeNode | null
  /** Id of the parent; FIRST_LEVEL on the first level. */
  parent: string
  level: number
  position: number
  siblings: number
}

/** Most nodes that are kept in memory. */
export const TREE_NODES_MAX = 5000

export const countNodes = (branches: Branches): number =>
  [...branches.values()].reduce((sum, { nodes }) => sum + nodes.length, 0)

/** The rows of the open branches, from top to bottom. */
export function treeRows(branches: Branches, open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (parent: string, level: number, above: string) => {
    const branch = branches.get(parent)
    if (!branch) return
    const { nodes, total, state } = branch
    const siblings = Math.max(total, nodes.length)
    nodes.forEach((node, index) => {
      const key = `${above}/${node.id}`
      rows.push({ key, kind: 'node', node, parent, level, position: index + 1, siblings })
      // A search can show a node twice: alone, and below its parent.
      if (open.has(node.id) && !above.split('/').includes(node.id)) add(node.id, level + 1, key)
    })
    const rest = { key: `${above}/`, node: null, parent, level, position: nodes.length + 1, siblings }
    if (state !== 'loaded') rows.push({ ...rest, kind: state })
    else if (nodes.length < total) rows.push({ ...rest, kind: 'more' })
  }
  add(FIRST_LEVEL, 1, '')
  return rows
}

/** Keeps the branches that are open, where there are more nodes than half of the most. */
export function withoutClosed(branches: Branches, open: ReadonlySet<string>): Branches {
  if (countNodes(branches) <= TREE_NODES_MAX / 2) return branches
  return new Map([...branches].filter(([parent]) => parent === FIRST_LEVEL || open.has(parent)))
}
