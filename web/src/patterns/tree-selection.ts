/** Ids from the first level down to a node, itself included. */
export type TreePath = readonly string[]

/**
 * The selected nodes by id. A node includes all nodes below it, loaded or not, so that no selected node is above
 * another one.
 */
export type TreeSelection = ReadonlyMap<string, TreePath>

export type TreeEvent =
  /** Selects a node, or takes a selected one out. */
  { type: 'toggle'; path: TreePath } | { type: 'remove'; id: string } | { type: 'clear' }

/** on: selected itself · inherited: by a node above · mixed: a node below is selected. */
export type NodeState = 'on' | 'inherited' | 'mixed' | 'off'

const idOf = (path: TreePath): string => path.at(-1) ?? ''

/** The state of each node in a selection. */
export function nodeStates(selection: TreeSelection): (path: TreePath) => NodeState {
  const above = new Set([...selection.values()].flatMap((path) => path.slice(0, -1)))
  return (path) => {
    if (selection.has(idOf(path))) return 'on'
    if (path.slice(0, -1).some((id) => selection.has(id))) return 'inherited'
    return above.has(idOf(path)) ? 'mixed' : 'off'
  }
}

/**
 * The selection after an event; 'conflict' where a node above or below is selected already (decision E15): nothing
 * changes then.
 */
export function treeSelection(state: TreeSelection, event: TreeEvent): TreeSelection | 'conflict' {
  if (event.type === 'clear') return new Map()
  const next = new Map(state)
  if (event.type === 'remove') {
    next.delete(event.id)
    return next
  }
  const id = idOf(event.path)
  const nodeState = nodeStates(state)(event.path)
  if (nodeState === 'on') next.delete(id)
  else if (nodeState === 'off') next.set(id, event.path)
  else return 'conflict'
  return next
}
