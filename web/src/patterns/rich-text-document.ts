import { baseKeymap, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { DOMParser as DocumentReader, DOMSerializer } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, EditorState } from 'prosemirror-state'
import { richTextSchema } from './rich-text-schema.ts'

const { li, br } = richTextSchema.nodes
const { em, strong, u } = richTextSchema.marks

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(br.create()).scrollIntoView())
  return true
}

const plugins = [
  history(),
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    'Mod-b': toggleMark(strong),
    'Mod-i': toggleMark(em),
    'Mod-u': toggleMark(u),
  }),
  // Tab stays free: it leaves the field.
  keymap({
    Enter: splitListItem(li),
    'Shift-Enter': breakLine,
    'Mod-]': sinkListItem(li),
    'Mod-[': liftListItem(li),
  }),
  keymap(baseKeymap),
]

/** The editor's state for formatted text; what the schema does not know is left out. */
export function readRichText(html: string): EditorState {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return EditorState.create({ doc: DocumentReader.fromSchema(richTextSchema).parse(body), plugins })
}

/** The formatted text of an editor's state; '' where there is no text. */
export function writeRichText({ doc }: Pick<EditorState, 'doc'>): string {
  if (doc.textContent.trim() === '') return ''
  const container = document.createElement('div')
  container.append(DOMSerializer.fromSchema(richTextSchema).serializeFragment(doc.content))
  return container.innerHTML
}
