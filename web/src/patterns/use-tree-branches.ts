import { useEffect, useRef, useState } from 'react'
import { type Branch, type Branches, countNodes, FIRST_LEVEL, TREE_NODES_MAX, type TreeNode } from './tree-rows.ts'

/** Loads children of a node from an offset, a hundred at a time; null: of the first level. */
export type LoadChildren = (
  parent: TreeNode | null,
  offset: number,
  signal: AbortSignal,
) => Promise<{ nodes: readonly TreeNode[]; total: number }>

interface TreeBranches {
  branches: Branches
  setBranches: (change: (before: Branches) => Branches) => void
  /** The rows belong to an earlier source while the first level of the current one loads. */
  isStale: boolean
  /** Loads the first or the next children of a node. */
  loadMore: (parent: TreeNode | null) => void
  /** True while no more nodes fit into memory. */
  isFull: boolean
}

const none: Branch = { nodes: [], total: 0, state: 'loading' }
const loadingFirstLevel: Branches = new Map([[FIRST_LEVEL, none]])

/** The loaded part of a tree. `source` says what the tree shows: with another one it is loaded from the beginning. */
export function useTreeBranches(source: string, load: LoadChildren): TreeBranches {
  const [shown, setShown] = useState<{ source: string; branches: Branches }>({ source, branches: loadingFirstLevel })
  const requests = useRef(new AbortController())
  const loader = useRef(load)
  useEffect(() => {
    loader.current = load
  })
  const setBranches = (change: (before: Branches) => Branches) =>
    setShown((before) => ({ ...before, branches: change(before.branches) }))

  useEffect(() => {
    const controller = new AbortController()
    requests.current = controller
    const begin = (branch: Branch) =>
      controller.signal.aborted || setShown({ source, branches: new Map([[FIRST_LEVEL, branch]]) })
    loader.current(null, 0, controller.signal).then(
      (page) => begin({ ...page, state: 'loaded' }),
      () => begin({ ...none, state: 'failed' }),
    )
    return () => controller.abort()
  }, [source])

  const loadMore = (parent: TreeNode | null) => {
    // The rows on screen are not those of the source that would be asked.
    if (shown.source !== source) return
    const key = parent?.id ?? FIRST_LEVEL
    const before = shown.branches.get(key)
    if (before?.state === 'loading') return
    const { nodes, total } = before ?? none
    const { signal } = requests.current
    const put = (branch: Branch) => signal.aborted || setBranches((branches) => new Map(branches).set(key, branch))
    put({ nodes, total, state: 'loading' })
    loader.current(parent, nodes.length, signal).then(
      (page) => put({ nodes: [...nodes, ...page.nodes], total: page.total, state: 'loaded' }),
      () => put({ nodes, total, state: 'failed' }),
    )
  }
  return {
    branches: shown.branches,
    setBranches,
    isStale: shown.source !== source,
    loadMore,
    isFull: countNodes(shown.branches) >= TREE_NODES_MAX,
  }
}
