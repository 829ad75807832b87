import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { accountTexts } from '@portico/contract/texts/account-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { fill } from '../../ui/fill.ts'
import { Panel } from '../../ui/Panel.tsx'
import type { EditedPanel } from './panel-names.ts'

interface EditPanelProps {
  name: EditedPanel
  title: string
  help: string
  /** What is set now. */
  rows: ReactNode
  form: (close: () => void) => ReactNode
}

/** One of the panels that turn into a form in their place; which one, the address says. */
export function EditPanel({ name, title, help, rows, form }: EditPanelProps) {
  const t = useTexts(accountTexts)
  const { isEmulated } = useSignedIn()
  const { edit } = useSearch({ from: paths.accountSettings() })
  const navigate = useNavigate()
  const isOpen = edit === name && !isEmulated
  const place = useFocusOf(isOpen)
  const show = (open: boolean) =>
    void navigate({
      to: paths.accountSettings(),
      search: open ? { edit: name } : {},
      replace: !open,
      resetScroll: false,
    })
  return (
    <div ref={place}>
      <Panel
        title={title}
        help={help}
        actions={
          !isOpen &&
          !isEmulated && (
            <Button onClick={() => show(true)} aria-label={fill(t.account_edit_about, { panel: title })}>
              {t.account_edit}
            </Button>
          )
        }
      >
        {isOpen ? form(() => show(false)) : rows}
      </Panel>
    </div>
  )
}

/** The focus follows the change: to the first field when the form comes, back to the button when it goes. */
function useFocusOf(isOpen: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const was = useRef(isOpen)
  useEffect(() => {
    if (was.current === isOpen) return
    was.current = isOpen
    place.current?.querySelector<HTMLElement>(isOpen ? 'input, select, textarea' : 'button')?.focus()
  }, [isOpen])
  return place
}
