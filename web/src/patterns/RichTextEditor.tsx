import type { Command } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { safeLink } from '@portico/contract/rich-text.ts'
import { useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'
import classes from './RichTextField.module.css'
import { cleanPasted } from './rich-text-paste.ts'
import { readRichText, writeRichText } from './rich-text-document.ts'
import { hasLink, linkAt, removeLink, richTextTools, setLink } from './rich-text-tools.ts'
import { Toolbar } from './Toolbar.tsx'

export interface RichTextEditorProps {
  name: string
  label: string
  /** HTML limited to the elements of the contract. */
  value: string
  onChange: (html: string) => void
  onBlur: () => void
  isInvalid: boolean
  /** Ids of the elements that describe it. */
  describedBy: string | undefined
}

/** The editor itself, in a chunk of its own; use `RichTextField`. */
export function RichTextEditor(props: RichTextEditorProps) {
  const t = useTexts(formTexts)
  const id = useId()
  const { place, state, run } = useEditor(id, props)
  const [isLinking, setLinking] = useState(false)
  const tools = richTextTools(state, t).map(({ command, ...tool }) => ({ ...tool, onPress: () => run(command) }))
  const link = {
    key: 'link',
    label: t.rich_text_link,
    sign: { icon: 'link' } as const,
    isPressed: hasLink(state),
    onPress: () => setLinking((before) => !before),
  }
  return (
    <div className={classes['editor']} data-error={props.isInvalid || undefined}>
      <Toolbar label={t.rich_text_toolbar} controls={id} tools={[...tools, link]} />
      {isLinking && (
        <LinkRow
          initial={linkAt(state)}
          onSet={(address) => {
            setLinking(false)
            run(setLink(address))
          }}
          onRemove={() => {
            setLinking(false)
            run(removeLink)
          }}
        />
      )}
      <div ref={place} />
    </div>
  )
}

interface LinkRowProps {
  initial: string
  onSet: (address: string) => void
  onRemove: () => void
}

/** Asks for the address of a link, below the toolbar: the editor may be in a dialog already. */
function LinkRow({ initial, onSet, onRemove }: LinkRowProps) {
  const t = useTexts(formTexts)
  const [address, setAddress] = useState(initial)
  const [error, setError] = useState<string>()
  const submit = () => {
    if (safeLink(address)) onSet(address)
    else setError(t.rich_text_link_invalid)
  }
  return (
    <div className={classes['link']}>
      <TextField
        label={t.rich_text_address}
        placeholder="https://"
        value={address}
        error={error}
        autoFocus
        onChange={({ currentTarget: { value } }) => {
          setAddress(value)
          setError(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Not the form around the editor.
          event.preventDefault()
          submit()
        }}
      />
      <Button size="s" onClick={submit}>
        {t.rich_text_set_link}
      </Button>
      {initial !== '' && (
        <Button size="s" kind="quiet" onClick={onRemove}>
          {t.rich_text_remove_link}
        </Button>
      )}
    </div>
  )
}

/** The editor in its place: its state, and a way to run commands on it. */
function useEditor(id: string, { name, label, value, onChange, onBlur, isInvalid, describedBy }: RichTextEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const written = useRef(value)
  const [state, setState] = useState(() => readRichText(value))
  const change = useEffectEvent((html: string) => {
    written.current = html
    onChange(html)
  })
  const leave = useEffectEvent(onBlur)
  const begin = useEffectEvent(() => state)
  useEffect(() => {
    const editor = new EditorView(place.current, {
      state: begin(),
      transformPastedHTML: cleanPasted,
      handleDOMEvents: {
        blur: () => leave(),
      },
      dispatchTransaction: (transaction) => {
        const next = editor.state.apply(transaction)
        editor.updateState(next)
        setState(next)
        if (transaction.docChanged) change(writeRichText(next))
      },
    })
    view.current = editor
    return () => {
      editor.destroy()
      view.current = null
    }
  }, [])
  useEffect(() => {
    view.current?.setProps({
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'data-name': name,
        class: classes['text'] ?? '',
        ...(isInvalid && { 'aria-invalid': 'true' }),
        ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
      },
    })
  }, [id, name, label, isInvalid, describedBy])
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    const next = readRichText(value)
    view.current?.updateState(next)
    setState(next)
  }, [value])
  const run = (command: Command) => {
    const editor = view.current
    if (!editor) return
    command(editor.state, editor.dispatch, editor)
    editor.focus()
  }
  return { place, state, run }
}
