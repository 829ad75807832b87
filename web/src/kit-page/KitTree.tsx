import { useState } from 'react'
import { type TreeSelection, treeSelection } from '../patterns/tree-selection.ts'
import type { LoadChildren } from '../patterns/use-tree-branches.ts'
import { LazyTree } from '../patterns/LazyTree.tsx'
import classes from './KitPage.module.css'

const CHILDREN = 300
const LEVELS = 3

/** A tree of millions: each node has 300 children, down to the third level. */
const loadTowns: LoadChildren = (parent, offset) => {
  const path = parent?.path ?? []
  const nodes = Array.from({ length: Math.min(100, CHILDREN - offset) }, (_, index) => {
    const id = [...path.slice(-1), offset + index + 1].join('.')
    return { id, label: `Town ${id}`, path: [...path, id], childCount: path.length + 1 < LEVELS ? CHILDREN : 0 }
  })
  return Promise.resolve({ nodes, total: CHILDREN })
}

/** A tree with check boxes. */
export function KitTree() {
  const [selection, setSelection] = useState<TreeSelection>(new Map([['1', ['1']]]))
  return (
    <div className={classes['group']}>
      <LazyTree
        label="Towns by region"
        source="towns"
        loadChildren={loadTowns}
        selection={selection}
        onToggle={({ path }) => {
          const next = treeSelection(selection, { type: 'toggle', path })
          if (next !== 'conflict') setSelection(next)
        }}
        empty="There are no towns."
      />
    </div>
  )
}
