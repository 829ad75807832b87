import { chainCommands, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import type { formTexts } from '@portico/contract/texts/form-texts.ts'
import { safeLink } from '@portico/contract/rich-text.ts'
import type { Texts } from '../api/texts.ts'
import type { IconName } from '../ui/icons.ts'
import { richTextSchema } from './rich-text-schema.ts'

const { p, h2, h3, blockquote, ul, ol, li } = richTextSchema.nodes
const { a, em, strong, u, s } = richTextSchema.marks

const hasMark = ({ selection: { from, to, empty, $from }, storedMarks, doc }: EditorState, mark: MarkType) =>
  empty ? Boolean(mark.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, mark)

const isIn = ({ selection: { $from } }: EditorState, node: NodeType) =>
  Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth)).some(({ type }) => type === node)

const toggleBlock =
  (node: NodeType, wrap: Command, unwrap: Command): Command =>
  (state, ...rest) =>
    (isIn(state, node) ? unwrap : wrap)(state, ...rest)

const toggleHeading = (node: NodeType) => toggleBlock(node, setBlockType(node), setBlockType(p))
const toggleList = (node: NodeType) => toggleBlock(node, chainCommands(wrapInList(node)), liftListItem(li))

export interface RichTextTool {
  key: string
  label: string
  /** What its button shows: letters, or the name of an icon. */
  sign: string | { icon: IconName }
  isPressed: boolean
  command: Command
}

/** The formatting that the toolbar offers for a state, besides links. */
export function richTextTools(state: EditorState, t: Texts<typeof formTexts>): RichTextTool[] {
  const ofMark = (key: string, label: string, sign: RichTextTool['sign'], type: MarkType): RichTextTool => ({
    key,
    label,
    sign,
    isPressed: hasMark(state, type),
    command: toggleMark(type),
  })
  const ofBlock = (
    key: string,
    label: string,
    sign: RichTextTool['sign'],
    [type, command]: [NodeType, Command],
  ): RichTextTool => ({
    key,
    label,
    sign,
    isPressed: isIn(state, type),
    command,
  })
  return [
    ofMark('bold', t.rich_text_bold, 'B', strong),
    ofMark('italic', t.rich_text_italic, 'I', em),
    ofMark('underline', t.rich_text_underline, 'U', u),
    ofMark('strike', t.rich_text_strike, 'S', s),
    ofBlock('heading', t.rich_text_heading, 'H', [h2, toggleHeading(h2)]),
    ofBlock('subheading', t.rich_text_subheading, 'h', [h3, toggleHeading(h3)]),
    ofBlock('list', t.rich_text_list, { icon: 'bullets' }, [ul, toggleList(ul)]),
    ofBlock('numbers', t.rich_text_numbers, { icon: 'numbers' }, [ol, toggleList(ol)]),
    ofBlock('quote', t.rich_text_quote, '”', [blockquote, toggleBlock(blockquote, wrapIn(blockquote), lift)]),
  ]
}

/** True where the selection is in a link, or holds one. */
export const hasLink = (state: EditorState): boolean => hasMark(state, a)

/** Address of the link at the selection; '' where there is none. */
export function linkAt({ selection: { $from, from, to }, doc }: EditorState): string {
  let href = a.isInSet($from.marks())?.attrs['href'] as string | undefined
  doc.nodesBetween(from, to, (node) => {
    href ??= a.isInSet(node.marks)?.attrs['href'] as string | undefined
  })
  return href ?? ''
}

/** Extends an empty selection over the link around it. */
function linkRange({ selection: { $from, from, to, empty } }: EditorState): { from: number; to: number } {
  if (!empty) return { from, to }
  const start = $from.start()
  const { parent } = $from
  let range = { from, to }
  parent.forEach((node, offset) => {
    const [begin, end] = [start + offset, start + offset + node.nodeSize]
    if (a.isInSet(node.marks) && begin <= from && from <= end) range = { from: begin, to: end }
  })
  return range
}

/** Links the selection; without one, the address itself is inserted as text. */
export const setLink =
  (address: string): Command =>
  (state, dispatch) => {
    const target = safeLink(address)
    if (!target) return false
    const { from, to } = linkRange(state)
    const link = a.create({ href: target.href })
    const { tr } = state
    if (from === to) tr.insert(from, richTextSchema.text(target.href, [link]))
    else tr.removeMark(from, to, a).addMark(from, to, link)
    dispatch?.(tr.scrollIntoView())
    return true
  }

/** Removes the link around or in the selection; its words stay. */
export const removeLink: Command = (state, dispatch) => {
  const { from, to } = linkRange(state)
  dispatch?.(state.tr.removeMark(from, to, a))
  return true
}
