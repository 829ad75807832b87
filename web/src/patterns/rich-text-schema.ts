import { type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { safeLink } from '@portico/contract/rich-text.ts'

const block = (tag: string, content = 'inline*', more: NodeSpec = {}): NodeSpec => ({
  group: 'block',
  content,
  parseDOM: [{ tag }],
  toDOM: () => [tag, 0],
  ...more,
})

const mark = (tag: string, ...alsoReads: string[]): MarkSpec => ({
  parseDOM: [tag, ...alsoReads].map((each) => ({ tag: each })),
  toDOM: () => [tag, 0],
})

/** Attributes of a link that may stay; false: the words stay without a link. */
function linkAttributes(element: HTMLElement): { href: string; title: string | null } | false {
  const target = safeLink(element.getAttribute('href') ?? '')
  return target ? { href: target.href, title: element.getAttribute('title') } : false
}

/** What the contract allows (`RICH_TEXT_ELEMENTS`): nothing else has a place in the document. */
export const richTextSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    p: block('p'),
    h2: block('h2', 'inline*', { defining: true, parseDOM: [{ tag: 'h1' }, { tag: 'h2' }] }),
    h3: block('h3', 'inline*', {
      defining: true,
      parseDOM: ['h3', 'h4', 'h5', 'h6'].map((tag) => ({ tag })),
    }),
    blockquote: block('blockquote', 'block+', { defining: true }),
    ul: block('ul', 'li+'),
    ol: block('ol', 'li+'),
    li: block('li', 'p block*', { group: '', defining: true }),
    text: { group: 'inline' },
    br: { inline: true, group: 'inline', selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
  },
  marks: {
    a: {
      attrs: { href: {}, title: { default: null } },
      inclusive: false,
      parseDOM: [{ tag: 'a[href]', getAttrs: linkAttributes }],
      toDOM: ({ attrs: { href, title } }) => [
        'a',
        { href: href as string, ...(title === null ? {} : { title: title as string }) },
        0,
      ],
    },
    em: mark('em', 'i'),
    strong: mark('strong', 'b'),
    u: mark('u'),
    s: mark('s', 'del', 'strike'),
  },
})
