import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type UIEvent, useId, useMemo, useRef, useState } from 'react'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { formatMessage, type Texts, useTexts } from '../api/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { FIRST_LEVEL, type TreeNode, type TreeRow, treeRows, withoutClosed } from './tree-rows.ts'
import { type NodeState, nodeStates, type TreeSelection } from './tree-selection.ts'
import { type LoadChildren, useTreeBranches } from './use-tree-branches.ts'
import { useTreeKeys } from './use-tree-keys.ts'
import classes from './VirtualTree.module.css'

interface VirtualTreeProps {
  label: string
  /** Says what the tree shows, such as a facility and a search: another one is loaded from the beginning. */
  source: string
  loadChildren: LoadChildren
  selection: TreeSelection
  onToggle: (node: TreeNode) => void
  /** Shown where the first level has no nodes. */
  empty: string
  /** The most nodes of the first level that can be reached, and what to say where there are more. */
  limit?: { max: number; message: string } | undefined
}

const ROW_HEIGHT = 40
const PAGE_ROWS = 10
/** Nodes that one more request brings. */
const PAGE_NODES = 100
/** Distance from the bottom in pixels at which scrolling brings more nodes (UIGN-030). */
const LOAD_WITHIN_PX = 200

/**
 * A tree of any size with check boxes: only the rows in sight are in the page. Children load 100 at a
 * time: on their row, or by scrolling to the bottom.
 */
export function VirtualTree(props: VirtualTreeProps) {
  const { label, source, loadChildren, selection, onToggle, empty, limit } = props
  const t = useTexts(formTexts)
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const tree = useOpenBranches(source, loadChildren)
  const { rows } = tree
  const stateOf = useMemo(() => nodeStates(selection), [selection])
  const active = Math.max(0, Math.min(tree.at, rows.length - 1))
  // oxlint-disable-next-line react/incompatible-library -- its functions are called while rendering, never memoized
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    // The active row is always in the page: the tree has the focus and refers to the row by its id.
    rangeExtractor: (range: Range) => [...new Set([...defaultRangeExtractor(range), active])].toSorted((a, b) => a - b),
  })
  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(index, rows.length - 1))
    tree.setAt(next)
    virtual.scrollToIndex(next)
  }
  const act = (row: TreeRow) => {
    if (row.node) onToggle(row.node)
    else tree.loadMore(row)
  }
  const onScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent) => {
    if (tree.isStale || scrollHeight - scrollTop - clientHeight > LOAD_WITHIN_PX) return
    const index = rows.findLastIndex(({ kind }) => kind === 'more')
    const row = rows[index]
    // Nodes that came above the visible rows would push them away.
    if (row && index * ROW_HEIGHT >= scrollTop) tree.loadMore(row)
  }
  const onKeyDown = useTreeKeys({ rows, active, pageRows: PAGE_ROWS, isOpen: tree.isOpen, goTo, fold: tree.fold, act })
  if (rows.length === 0) return <p className={classes['empty']}>{empty}</p>
  return (
    <div>
      <div
        ref={scroller}
        role="tree"
        tabIndex={0}
        aria-label={label}
        aria-multiselectable
        aria-busy={tree.isStale || rows[0]?.kind === 'loading'}
        aria-activedescendant={`${id}-${active}`}
        className={classes['tree']}
        onKeyDown={onKeyDown}
        onScroll={onScroll}
      >
        <div role="none" className={classes['rows']} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            if (!row) return null
            return (
              <Row
                key={row.key}
                id={`${id}-${index}`}
                row={row}
                top={start}
                isActive={index === active}
                isOpen={tree.isOpen(row)}
                state={row.node && stateOf(row.node.path)}
                more={tree.isFull ? t.tree_full : moreText(t.tree_more, row)}
                onPress={(onArrow) => {
                  tree.setAt(index)
                  if (onArrow) tree.fold(row, !tree.isOpen(row))
                  else act(row)
                }}
              />
            )
          })}
        </div>
      </div>
      {/* Always rendered, because a new live region would not be announced. */}
      <p role="status" className={classes['limit']}>
        {tree.isFull ? t.tree_full : isBeyond(limit, tree.total) && limit?.message}
      </p>
    </div>
  )
}

const isBeyond = (limit: VirtualTreeProps['limit'], total: number) => limit !== undefined && total > limit.max

const moreText = (text: Texts<typeof formTexts>['tree_more'], { position, siblings }: TreeRow) =>
  formatMessage(text, { count: Math.min(PAGE_NODES, siblings - position + 1), total: siblings })

interface Place {
  source: string
  open: ReadonlySet<string>
  /** Index of the active row. */
  at: number
  /** Its node; null for a row that loads more. Rows that come above it move the node, and the place with it. */
  nodeId: string | null
}

const atFirstRow = (source: string): Place => ({ source, open: new Set(), at: 0, nodeId: null })

function activeRow(rows: readonly TreeRow[], { at, nodeId }: Place): number {
  if (nodeId === null || rows[at]?.node?.id === nodeId) return at
  const moved = rows.findIndex(({ node }) => node?.id === nodeId)
  return moved < 0 ? at : moved
}

/** The rows of a tree, which of its branches are open, and where the user is. */
function useOpenBranches(source: string, loadChildren: LoadChildren) {
  const { branches, setBranches, isStale, loadMore, isFull } = useTreeBranches(source, loadChildren)
  const [place, setPlace] = useState<Place>(atFirstRow(source))
  // Another source begins with closed branches at its first row.
  if (!isStale && place.source !== source) setPlace(atFirstRow(source))
  const rows = useMemo(() => treeRows(branches, place.open), [branches, place.open])
  const nodeOf = (id: string) => rows.find(({ node }) => node?.id === id)?.node ?? null
  return {
    rows,
    isStale,
    isFull,
    /** Nodes of the first level, those that are not loaded included. */
    total: branches.get(FIRST_LEVEL)?.total ?? 0,
    at: activeRow(rows, place),
    setAt: (at: number) => setPlace((before) => ({ ...before, at, nodeId: rows[at]?.node?.id ?? null })),
    isOpen: ({ node }: TreeRow) => node !== null && place.open.has(node.id),
    fold: ({ node }: TreeRow, isOpen: boolean) => {
      if (!node || (isOpen && isFull)) return
      const open = new Set([...place.open].filter((one) => one !== node.id))
      if (isOpen) open.add(node.id)
      setPlace((before) => ({ ...before, open }))
      if (isOpen && !branches.has(node.id)) loadMore(node)
      if (!isOpen) setBranches((before) => withoutClosed(before, open))
    },
    loadMore: ({ parent, kind }: TreeRow) => {
      if (kind === 'failed' || (kind === 'more' && !isFull)) loadMore(nodeOf(parent))
    },
  }
}

interface RowProps {
  id: string
  row: TreeRow
  top: number
  isActive: boolean
  isOpen: boolean
  state: NodeState | null
  /** Text of a row that loads more. */
  more: string
  onPress: (onArrow: boolean) => void
}

const checked = { on: true, inherited: true, mixed: 'mixed', off: false } as const

function Row({ id, row, top, isActive, isOpen, state, more, onPress }: RowProps) {
  const { node, level, position, siblings } = row
  const hasChildren = node !== null && node.childCount > 0
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events -- the tree has the focus and the keys
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-checked={state ? checked[state] : undefined}
      data-state={state ?? undefined}
      data-active={isActive || undefined}
      className={classes['row']}
      style={{ transform: `translateY(${top}px)`, '--tree-level': level } as object}
      title={node?.title ?? node?.label}
      onClick={({ target }) => onPress(target instanceof Element && target.closest('[data-arrow]') !== null)}
    >
      <span aria-hidden className={classes['arrow']} data-arrow={hasChildren || undefined} data-open={isOpen}>
        {hasChildren && <Icon name="chevronRight" size={16} />}
      </span>
      {state && <Box state={state} />}
      <RowLabel row={row} more={more} />
    </div>
  )
}

const Box = ({ state }: { state: NodeState }) => (
  <span aria-hidden className={classes['box']}>
    {(state === 'on' || state === 'inherited') && <Icon name="check" size={16} />}
  </span>
)

function RowLabel({ row: { node, kind }, more }: Pick<RowProps, 'row' | 'more'>) {
  const t = useTexts(formTexts)
  const words = { node: node?.label, more, loading: t.tree_loading, failed: t.tree_failed }[kind]
  return (
    <span className={classes['label']} data-kind={kind}>
      {words}
      {/* The space parts the two for screen readers. */}
      {node?.hint !== undefined && (
        <>
          {' '}
          <small className={classes['hint']}>{node.hint}</small>
        </>
      )}
    </span>
  )
}
